import type { Knex } from 'knex';
import { readApplied } from './books.ts';
import { look } from './look.ts';
import { type MigrateOptions, readMigrateOptions } from './migrate-options.ts';
import { steps } from './steps.ts';

/** How far a database is migrated. */
export interface MigrationState {
  /** Steps that `migrate` has applied, oldest first; none where the host's own knex keeps the books. */
  readonly applied: readonly string[];
  /** What the steps still have to make, as "table worker_runners". */
  readonly pending: readonly string[];
}

/** Compares what is there with what the migrations make. Only reads. */
export async function readMigrationState(knex: Knex, options: MigrateOptions = {}): Promise<MigrationState> {
  const { names } = readMigrateOptions(options);
  const found = await look(knex, names);
  const changes = steps.flatMap((step) => step.plan(found));
  const applied = await readApplied(knex, names, found.facts);
  return { applied, pending: changes.map(({ kind, name }) => `${kind} ${name}`) };
}
