import type { Knex } from 'knex';
import { applyStep } from './apply-step.ts';
import { openBooks, readApplied, recordStep } from './books.ts';
import { lookAndJudge } from './look.ts';
import { type MigrateOptions, readMigrateOptions } from './migrate-options.ts';
import type { Found, Step } from './step.ts';
import { steps } from './steps.ts';
import { withWorkplace } from './with-workplace.ts';
import type { Workplace } from './workplace.ts';

/**
 * Brings the database to what this package needs and returns the names of the steps that it applied. It makes a ledger for a
 * host that has none, and adds to the host's own only what is missing; where nothing is, it writes nothing. It compares and
 * does not count, so that a killed migration is finished by the next, and any number of processes may call it at once.
 * Throws `migration_refused`, with every fault and the statement that finds its rows, before it changes anything;
 * `migration_blocked` when transactions of the host kept a table in use for longer than `patienceSeconds`;
 * `database_unavailable`, `connection_pooled` or `invalid_options`.
 */
export async function migrate(knex: Knex, options: MigrateOptions = {}): Promise<string[]> {
  const settings = readMigrateOptions(options);
  return await withWorkplace(knex, settings, async (workplace) => {
    const found = await lookAndJudge(workplace.database, settings.names);
    return await applyPending(workplace, found);
  });
}

async function applyPending(workplace: Workplace, found: Found): Promise<string[]> {
  const { names } = found;
  const pending = await pendingSteps(workplace, found);
  if (pending.length > 0) await workplace.briefly((trx) => openBooks(trx, names, ['changes', 'migrations']));
  let now = found;
  for (const step of pending) {
    now = await applyStep(workplace, now, step);
    await workplace.briefly((trx) => recordStep(trx, names, step.name));
  }
  return pending.map(({ name }) => name);
}

/** Steps that find something missing; and, where this function keeps the books, those that are not in them. */
async function pendingSteps(workplace: Workplace, found: Found): Promise<Step[]> {
  const { names, facts } = found;
  const isWhole = steps.every((step) => step.plan(found).length === 0);
  if (isWhole && facts.tables[names.plain.migrations] === undefined) return [];
  const applied = await readApplied(workplace.database, names, facts);
  return steps.filter((step) => !applied.includes(step.name) || step.plan(found).length > 0);
}
