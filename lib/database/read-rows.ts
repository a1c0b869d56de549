import type { Knex } from 'knex';

/** A knex instance or a transaction of the host: every statement of ours takes either. */
export type Database = Knex | Knex.Transaction;

/** What a statement needs of a Database: also what a held session offers outside a transaction. */
export interface Queryable {
  raw(text: string, bindings: readonly Binding[]): PromiseLike<unknown>;
}

interface RawResult {
  readonly rows: readonly { readonly json: string }[];
}

/**
 * Runs a statement whose result is one text column named `json` and returns the parsed values. This is the only place
 * that reads rows: hosts install snake-case mappers and global pg type parsers that change what any other column becomes.
 */
export async function readRows<T>(database: Queryable, text: string, bindings: readonly Binding[] = []): Promise<T[]> {
  const result = (await database.raw(text, bindings)) as RawResult | RawResult['rows'];
  const rows = 'rows' in result ? result.rows : result;
  return rows.map((row) => JSON.parse(row.json) as T);
}

/** Like readRows, for statements that return at most one row. */
export async function readRow<T>(
  database: Queryable,
  text: string,
  bindings: readonly Binding[] = [],
): Promise<T | undefined> {
  const [row] = await readRows<T>(database, text, bindings);
  return row;
}

/** Runs a statement whose rows nobody reads. */
export async function execute(database: Queryable, text: string, bindings: readonly Binding[] = []): Promise<void> {
  await database.raw(text, bindings);
}

/** Bindings are scalars only; lists and objects travel as JSON text, so that no driver setting can reshape them. */
export type Binding = string | number | boolean | null;

/** An instant that SQL wrote into JSON (ISO 8601 with offset) as a Date; null stays null. */
export function toDate(text: string): Date;
export function toDate(text: string | null): Date | null;
export function toDate(text: string | null): Date | null {
  return text === null ? null : new Date(text);
}
