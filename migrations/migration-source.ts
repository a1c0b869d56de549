import type { Knex } from 'knex';
import { type NamesInput, resolveNames } from '../lib/database/names.ts';
import { applyStep, undoStep } from './apply-step.ts';
import type { Step } from './step.ts';
import { steps } from './steps.ts';

/** How this package's tables are named; the same object goes to the router, the scheduler and the runner. */
export interface MigrateOptions {
  readonly names?: NamesInput;
}

/**
 * The migrations as a knex MigrationSource, for hosts that run knex's own migrator over them. Names carry no file
 * extension, so that development (.ts) and production (.js) agree.
 */
export function migrationSource(options: MigrateOptions = {}): Knex.MigrationSource<Step> {
  const names = resolveNames(options.names);
  return {
    getMigrations: () => Promise.resolve([...steps]),
    getMigrationName: (step) => step.name,
    getMigration: (step) =>
      Promise.resolve({
        up: (knex: Knex) => applyStep(knex, step, names),
        down: (knex: Knex) => undoStep(knex, step, names),
      }),
  };
}
