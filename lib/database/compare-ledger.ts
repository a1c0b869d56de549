import { allowedTexts } from './expression-text.ts';
import { STATUS_LABELS, SLOT_LABELS, TRIGGER_LABELS } from './ledger-labels.ts';
import { type IndexWish, RETRY_INDEX, type RunOrder, SLOT_INDEX } from './ledger-indexes.ts';
import type { ColumnWish } from './ledger-shape.ts';
import type { Names, RunColumn } from './names.ts';
import { type CheckFacts, type ColumnFacts, findColumn, type IndexFacts } from './schema-facts.ts';
import type { SchemaFacts, TableFacts } from './schema-facts.ts';

/** Says how a column differs from what is wanted, or undefined. */
export function columnMisfit(column: ColumnFacts, wish: ColumnWish): string | undefined {
  const isEnum = column.labels !== null;
  const type = isEnum ? 'enum' : column.type;
  if (!wish.types.includes(type)) return `is of type ${column.type}, where ${wish.types.join(' or ')} is needed`;
  if (column.is_domain && wish.types.includes('enum'))
    return `is of the domain ${column.type_name}, which is not supported`;
  if (wish.characters !== undefined && column.max_length !== null && column.max_length < wish.characters) {
    return `takes ${column.max_length} characters, where ${wish.characters} are needed`;
  }
  if (wish.nullable && column.not_null) return 'is NOT NULL, where NULL must be possible';
  if (wish.added?.includes('NOT NULL') === true && !column.not_null) return 'takes NULL, where NOT NULL is needed';
  return undefined;
}

/** Whether newer runs have higher ids. */
export function orderOf(ledger: TableFacts, names: Names): RunOrder {
  return findColumn(ledger, names.plain.run.id)?.type === 'uuid' ? 'by_queued_at' : 'by_id';
}

function isSame(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((value, at) => value === b[at]);
}

function isSlotIndex(index: IndexFacts, { run }: Names['plain']): boolean {
  if (!index.unique || !isSame(index.keys, [run.worker_name]) || index.predicate === null) return false;
  return isSame((allowedTexts(index.predicate, run.status) ?? []).sort(), [...SLOT_LABELS].sort());
}

function isRetryIndex(index: IndexFacts, { run }: Names['plain']): boolean {
  if (!index.unique || !isSame(index.keys, [run.retry_of])) return false;
  return index.predicate === null || isSame(index.columns, [run.retry_of]);
}

/**
 * The index of the ledger that does what is wanted, whatever its name. One that must be unique is judged by its key and its
 * predicate, any other by the columns that it is made of.
 */
export function servingIndex(ledger: TableFacts, names: Names, wish: IndexWish): IndexFacts | undefined {
  const valid = ledger.indexes.filter((index) => index.valid);
  if (wish === SLOT_INDEX) return valid.find((index) => isSlotIndex(index, names.plain));
  if (wish === RETRY_INDEX) return valid.find((index) => isRetryIndex(index, names.plain));
  const columns = wish.columns(orderOf(ledger, names)).map((column) => names.plain.run[column]);
  return valid.find((index) => isSame(index.columns, [...columns].sort()));
}

/** Whether a table has a primary key, or a unique index without a condition, of just these columns. */
export function isKey(table: TableFacts, columns: readonly string[]): boolean {
  const wanted = [...columns].sort();
  return table.indexes.some(
    (index) => index.unique && index.valid && index.predicate === null && isSame([...index.keys].sort(), wanted),
  );
}

/** A label that the ledger does not take yet, and what stands in its way: the type, or a CHECK. */
export interface MissingLabel {
  readonly column: 'status' | 'trigger';
  readonly label: string;
  readonly check: CheckFacts | undefined;
}

const LABELS = { status: STATUS_LABELS, trigger: TRIGGER_LABELS } as const;

/** The labels that the ledger's status and trigger do not take. */
export function missingLabels({ refused }: SchemaFacts, ledger: TableFacts, names: Names): MissingLabel[] {
  return (['status', 'trigger'] as const).flatMap((column): MissingLabel[] => {
    const facts = findColumn(ledger, names.plain.run[column satisfies RunColumn]);
    if (facts === undefined) return [];
    const { labels } = facts;
    if (labels !== null) {
      const missing = LABELS[column].filter((label) => !labels.includes(label));
      return missing.map((label) => ({ column, label, check: undefined }));
    }
    const checks = ledger.checks.filter((check) => isSame(check.columns, [facts.name]));
    return checks.flatMap((check) => (refused[check.name] ?? []).map((label) => ({ column, label, check })));
  });
}
