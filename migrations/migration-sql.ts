import type { Knex } from 'knex';
import type { Names } from '../lib/database/names.ts';
import { applyChanges, togetherOrAlone } from './apply-changes.ts';
import { openBooks, readApplied, recordStep } from './books.ts';
import { catalogueFaults } from './catalogue-faults.ts';
import { refusal } from './faults.ts';
import { look } from './look.ts';
import { type MigrateOptions, readMigrateOptions } from './migrate-options.ts';
import { rowFaults } from './row-faults.ts';
import { SqlScript } from './sql-script.ts';
import type { Found } from './step.ts';
import { steps } from './steps.ts';

/** A database in which nothing of ours, and no ledger of the host's, is there. */
function nothingThere(names: Names): Found {
  const schemaExists = names.plain.schema === 'public';
  const facts = { schema_exists: schemaExists, may_create: true, tables: {}, types: [], refused: {} };
  return { names, facts, made: [] };
}

/** What whoever runs the script has and we may lack: rights, and the decision to make a schema. */
const THEIRS = ['right_missing', 'schema_absent'];

async function lookForScript(knex: Knex, names: Names): Promise<Found> {
  const found = await look(knex, names);
  const faults = catalogueFaults(found).filter(({ code }) => !THEIRS.includes(code));
  if (faults.length > 0) throw refusal(faults);
  const rows = await rowFaults(knex, found);
  if (rows.length > 0) throw refusal(rows);
  return found;
}

/**
 * The statements, without their semicolons, that `migrate` would execute: on this database, or, without one, on a database
 * without a ledger. For whoever may not run our code where the data is; what is recorded there lets `migrate` go on later.
 * Only reads. Throws `migration_refused` and `invalid_options`.
 */
export async function migrationSql(knex: Knex | undefined, options: MigrateOptions = {}): Promise<string[]> {
  const { names } = readMigrateOptions(options);
  const found = knex === undefined ? nothingThere(names) : await lookForScript(knex, names);
  const applied = knex === undefined ? [] : await readApplied(knex, names, found.facts);
  const pending = steps.filter((step) => !applied.includes(step.name) || step.plan(found).length > 0);
  if (pending.length === 0) return [];
  const script = new SqlScript();
  await script.briefly((trx) => openBooks(trx, names, ['changes', 'migrations']));
  for (const step of pending) {
    for (const changes of togetherOrAlone(step.plan(found))) {
      await applyChanges(script, { names, step: step.name }, changes);
    }
    await script.briefly((trx) => recordStep(trx, names, step.name));
  }
  const schema = found.facts.schema_exists ? [] : [`CREATE SCHEMA IF NOT EXISTS ${names.schema}`];
  return [...schema, ...script.statements];
}
