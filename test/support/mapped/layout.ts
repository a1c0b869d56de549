import { resolveNames, RUN_COLUMNS } from '../../../lib/database/names.ts';
import { mappedNames } from './names.ts';

/** Whether this run's tests see the product under mapped names. */
export const isMapped = process.env['TEST_HOST_FLAVOUR'] === 'mapped';

const names = resolveNames(mappedNames);

const tables: Readonly<Record<string, string>> = {
  worker_runs: names.runs,
  worker_schedules: names.schedules,
  worker_schedule_fires: names.fires,
  worker_scheduler_state: names.state,
  worker_runners: names.runners,
};

/** The schema that the names stand in, and one for views that are called as the tests call the tables. */
export const schemaStatements: readonly string[] = [`CREATE SCHEMA ${names.schema}`, 'CREATE SCHEMA plain_names'];

/** After the migration: the tests' own SQL reads and writes by the default names of tables and columns. */
export const viewStatements: readonly string[] = Object.entries(tables).map(([view, table]) => {
  const columns = RUN_COLUMNS.map((column) => `t.${names.run[column]} AS ${column}`).join(', ');
  return `CREATE VIEW plain_names.${view} AS SELECT ${view === 'worker_runs' ? columns : 't.*'} FROM ${table} t`;
});

const TABLE = /(?<![\w".])worker_(?:runs|schedules|schedule_fires|scheduler_state|runners)\b/g;
const COLUMN = new RegExp(`(?<![\\w".])(?:${RUN_COLUMNS.join('|')})\\b`, 'g');

/** A statement about a table itself, with its names and, of the ledger, those of its columns; RENAME TO takes no schema. */
function rewrite(text: string): string {
  const isOfLedger = /\bworker_runs\b/.test(text);
  const renamed = text.replace(TABLE, (table, at: number) => {
    const real = tables[table] ?? table;
    return /\brename to\s+$/i.test(text.slice(0, at)) ? real.slice(names.schema.length + 1) : real;
  });
  if (!isOfLedger || !/\balter table\b/i.test(text)) return renamed;
  return renamed.replace(COLUMN, (column) => names.run[column as keyof typeof names.run]);
}

/** By database, for register.mjs: tests that need the default names have databases with them. */
const rewrites = new Map<string, (text: string) => string>();
Object.assign(globalThis, { rewriteForMappedNames: rewrites });

/** Lets the tests' own SQL find what it speaks of in a database of mapped names; `first` comes first in its search path. */
export function searchPathStatement(database: string, first: string): string {
  rewrites.set(database, rewrite);
  return `ALTER DATABASE ${database} SET search_path = ${first}plain_names, public, ${names.schema}`;
}
