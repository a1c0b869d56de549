import { WorkerSchedulesError } from '../errors.ts';
import { missingPieces, type SchemaPart } from './missing-pieces.ts';
import { type Names, RUN_COLUMNS } from './names.ts';
import type { Queryable } from './read-rows.ts';
import { readSchemaFacts } from './read-schema-facts.ts';
import type { SchemaFacts } from './schema-facts.ts';

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

/**
 * Looks for columns of the host's own in the ledger that take no NULL and have no default. Throws `invalid_options`, naming
 * them: whoever makes runs needs the option `ledgerColumns` to fill them.
 */
export async function checkColumnsFilled(database: Queryable, names: Names): Promise<void> {
  const columns = unfilledColumns(await readSchemaFacts(database, names), names);
  if (columns.length === 0) return;
  const message = `ledgerColumns: ${names.plain.runs} has columns that take no NULL and have no default: ${columns.join(', ')}. This option has to fill them.`;
  throw new WorkerSchedulesError('invalid_options', message, {
    fields: [{ path: 'ledgerColumns', code: 'required', message }],
  });
}
