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

/**
 * After the migration: the tests' own SQL reads and writes by the default names of tables and columns. That of the product
 * finds no view, because it names the schema of each table.
 */
export const viewStatements: readonly string[] = Object.entries(tables).map(([view, table]) => {
  const columns = RUN_COLUMNS.map((column) => `t.${names.run[column]} AS ${column}`).join(', ');
  const all = view === 'worker_runs' ? columns : 't.*';
  return `CREATE VIEW plain_names.${view} AS SELECT ${all}, t.xmin AS xmin, t.ctid AS ctid FROM ${table} t`;
});

const BARE =
  /(?<![\w".])(?:worker_(?:runs|schedules|schedule_fires|scheduler_state|runners)|worker_run_(?:status|trigger))(?![\w".])/;
const TABLE = /(?<![\w".])worker_(?:runs|schedules|schedule_fires|scheduler_state|runners)\b/g;
const TYPE = /(?<![\w".])worker_run_(status|trigger)\b/g;
const COLUMN = new RegExp(`(?<![\\w".])(?:${RUN_COLUMNS.join('|')})\\b`, 'g');
/** Where a view will not do. */
const ABOUT_A_TABLE = /\b(?:truncate|alter table|(?:create|drop) trigger|create (?:unique )?index|analyze)\b/i;
const ABOUT_COLUMNS = /\b(?:alter table|create (?:unique )?index)\b/i;

/**
 * A statement of a test about a type or a table itself, with its names and, of the ledger, those of its columns. The
 * product's name the schema; none of them has a default name beside it.
 */
function rewrite(text: string): string {
  if (!BARE.test(text)) return text;
  if (text.includes(names.schema)) throw new Error(`A default name in a statement under mapped ones: ${text}`);
  const typed = text.replace(TYPE, (_, type: 'status' | 'trigger') => names[`${type}Type`]);
  return ABOUT_A_TABLE.test(text) ? rewriteTables(typed) : typed;
}

/** RENAME TO takes no schema. */
function rewriteTables(text: string): string {
  const isOfLedger = /\bworker_runs\b/.test(text);
  const renamed = text.replace(TABLE, (table, at: number) => {
    const real = tables[table] ?? table;
    return /\brename to\s+$/i.test(text.slice(0, at)) ? real.slice(names.schema.length + 1) : real;
  });
  if (!isOfLedger || !ABOUT_COLUMNS.test(text)) return renamed;
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
