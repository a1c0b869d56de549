/** What a change makes; going back undoes it by its kind and name. */
export type ChangeKind = 'type' | 'table' | 'columns' | 'label' | 'check' | 'index' | 'foreign_key';

/** One thing that a step does to the database. */
export interface Change {
  readonly kind: ChangeKind;
  /** What it makes, as the catalogue spells it; of columns, the table's name. */
  readonly name: string;
  /** What going back needs besides: the columns that were added, what a CHECK was before. */
  readonly detail: ChangeDetail;
  /**
   * `brief`: statements of one transaction that hold a strong lock for a moment and wait for it at most 500 ms at a time.
   * `alone`: statements that run outside transactions, on a live database without keeping anybody waiting.
   */
  readonly how: 'brief' | 'alone';
  /** Its statements; `live` is false inside a transaction of the host, where nothing can run concurrently. */
  statements(live: boolean): readonly string[];
  /** Statements that read the table's rows, after the change and outside its transaction. */
  readonly after: readonly string[];
}

/** Stored with the change. */
export interface ChangeDetail {
  readonly columns?: readonly string[];
  /** Expression of a CHECK before we widened it. */
  readonly expression?: string;
  readonly validated?: boolean;
}

/** A change as it was recorded when it was made. */
export interface MadeChange {
  readonly step: string;
  readonly kind: ChangeKind;
  readonly name: string;
  readonly detail: ChangeDetail;
}

/** A change whose statements are the same everywhere. */
export function change(kind: ChangeKind, name: string, statements: readonly string[]): Change {
  return { kind, name, detail: {}, how: 'brief', statements: () => statements, after: [] };
}

/** Whether something was made by us. */
export function isOurs(made: readonly MadeChange[], kind: ChangeKind, name: string): boolean {
  return made.some((one) => one.kind === kind && one.name === name);
}
