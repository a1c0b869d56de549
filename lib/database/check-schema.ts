import { WorkerSchedulesError } from '../errors.ts';
import { missingPieces, type SchemaPart } from './missing-pieces.ts';
import type { Names } from './names.ts';
import type { Queryable } from './read-rows.ts';
import { readSchemaFacts } from './read-schema-facts.ts';

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
