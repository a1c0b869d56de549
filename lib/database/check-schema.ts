import { WorkerSchedulesError } from '../errors.ts';
import { missingPieces, type SchemaPart } from './missing-pieces.ts';
import { type Names, RUN_COLUMNS } from './names.ts';
import type { Queryable } from './read-rows.ts';
import { readSchemaFacts } from './read-schema-facts.ts';
import { findColumn, type SchemaFacts } from './schema-facts.ts';

/**
 * Compares the database with what a process needs. Throws `schema_missing`, naming every missing piece (and in
 * `details.missing` as a list), so that nothing starts on a database that was not migrated.
 */
export async function checkSchema(database: Queryable, names: Names, part: SchemaPart): Promise<void> {
  const pieces = missingPieces(await readSchemaFacts(database, names), names, part);
  if (pieces.length === 0) return;
  throw new WorkerSchedulesError(
    'schema_missing',
    `The database lacks what the ${part} needs in schema ${names.plain.schema}: ${pieces.join(', ')}. Run migrate(knex) first.`,
    { details: { missing: pieces } },
  );
}

function unfilledColumns({ tables }: SchemaFacts, { plain }: Names): string[] {
  const ours: readonly string[] = RUN_COLUMNS.map((column) => plain.run[column]);
  const columns = tables[plain.runs]?.columns ?? [];
  return columns
    .filter((column) => column.not_null && !column.has_default && !ours.includes(column.name))
    .map(({ name }) => name);
}

function longNames({ tables }: SchemaFacts, { plain }: Names, workerNames: readonly string[]): string[] {
  const most = findColumn(tables[plain.runs], plain.run.worker_name)?.max_length ?? Infinity;
  return workerNames.filter((name) => Array.from(name).length > most);
}

/** What a process is about to write into a ledger that may be the host's own. */
export interface LedgerUse {
  readonly workerNames: readonly string[];
  /** Whether it makes runs, and has no hook that fills columns of the host's. */
  readonly fillsOursOnly: boolean;
}

/**
 * Looks for what a host's ledger cannot take. Throws `invalid_options` when it has columns that nobody would fill, and
 * `invalid_catalogue` when a worker's name is longer than its column.
 */
export async function checkLedgerTakes(database: Queryable, names: Names, use: LedgerUse): Promise<void> {
  const facts = await readSchemaFacts(database, names);
  const unfilled = use.fillsOursOnly ? unfilledColumns(facts, names) : [];
  if (unfilled.length > 0) {
    const columns = `${names.plain.runs} has columns that take no NULL and have no default: ${unfilled.join(', ')}`;
    throw refused('invalid_options', 'ledgerColumns', `ledgerColumns: ${columns}. This option has to fill them.`);
  }
  const long = longNames(facts, names, use.workerNames);
  if (long.length === 0) return;
  const message = `The column ${names.plain.run.worker_name} of ${names.plain.runs} is too short for: ${long.join(', ')}.`;
  throw refused('invalid_catalogue', 'catalogue', message);
}

function refused(code: 'invalid_options' | 'invalid_catalogue', path: string, message: string): WorkerSchedulesError {
  return new WorkerSchedulesError(code, message, { fields: [{ path, code, message }] });
}
