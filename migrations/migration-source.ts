import type { Knex } from 'knex';
import { applyStep } from './apply-step.ts';
import { closeBooks } from './books.ts';
import { look, lookAndJudge } from './look.ts';
import { type MigrateOptions, type MigrateSettings, readMigrateOptions } from './migrate-options.ts';
import { undoStep } from './rollback.ts';
import type { Step } from './step.ts';
import { steps } from './steps.ts';
import { withWorkplace } from './with-workplace.ts';

/**
 * The migrations as a knex MigrationSource, for hosts that run knex's own migrator over them. Names carry no file
 * extension, so that development (.ts) and production (.js) agree. Steps that touch a ledger under traffic ask knex for no
 * transaction; in one that the host opened itself they run all the same, with plain locks. Throws `invalid_options`.
 */
export function migrationSource(options: MigrateOptions = {}): Knex.MigrationSource<Step> {
  const settings = readMigrateOptions(options);
  return {
    getMigrations: () => Promise.resolve([...steps]),
    getMigrationName: (step) => step.name,
    getMigration: (step) =>
      Promise.resolve({
        config: { transaction: step.transaction },
        up: (knex: Knex) => up(knex, settings, step),
        down: (knex: Knex) => down(knex, settings, step),
      }),
  };
}

async function up(knex: Knex, settings: MigrateSettings, step: Step): Promise<void> {
  await withWorkplace(knex, settings, async (workplace) => {
    await applyStep(workplace, await lookAndJudge(workplace.database, settings.names), step);
  });
}

async function down(knex: Knex, settings: MigrateSettings, step: Step): Promise<void> {
  const { names } = settings;
  await withWorkplace(knex, settings, async (workplace) => {
    const found = await look(workplace.database, names);
    await undoStep(workplace, found, step);
    if (found.made.every((made) => made.step === step.name)) {
      await workplace.briefly((trx) => closeBooks(trx, names, ['changes']));
    }
  });
}
