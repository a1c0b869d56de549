import type { Knex } from 'knex';
import type { Names } from '../lib/database/names.ts';
import { WorkerSchedulesError } from '../lib/errors.ts';
import { ledgerStep } from './0001-ledger.ts';
import type { Step } from './step.ts';

/** A table of the ledger's name that no migration of ours made is the host's, and is not touched. */
async function refuseForeignLedger(knex: Knex, names: Names): Promise<void> {
  const found = await knex.raw<{ rows: readonly unknown[] }>(
    `SELECT 1 AS json FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
      WHERE n.nspname = ? AND c.relname = ?`,
    [names.plain.schema, names.plain.runs],
  );
  if (found.rows.length === 0) return;
  throw new WorkerSchedulesError(
    'ledger_exists',
    `The table ${names.schema}.${names.plain.runs} exists already and was not made by this package. Adopting a ledger that ` +
      'a host already has is not supported yet: give names.runs.table another name. Nothing was changed.',
  );
}

/** Runs one step upwards on a connection or transaction. Throws `ledger_exists` before it changes anything. */
export async function applyStep(knex: Knex, step: Step, names: Names): Promise<void> {
  if (step === ledgerStep) await refuseForeignLedger(knex, names);
  for (const statement of step.up(names)) await knex.raw(statement);
}

/** Undoes one step. */
export async function undoStep(knex: Knex, step: Step, names: Names): Promise<void> {
  for (const statement of step.down(names)) await knex.raw(statement);
}
