import type { Knex } from 'knex';
import { migrate } from 'worker-schedules/migrations';
import { createCatalogue } from '../catalogue.ts';
import { seedSchedules } from './demo-schedules.ts';
import { migrateHost } from './host-migrations.ts';

/** Brings both sets of tables up to date and plants the demo; any number of processes may do it at once. */
export async function prepareDatabase(knex: Knex): Promise<void> {
  await migrate(knex);
  await migrateHost(knex);
  await seedSchedules(knex, createCatalogue(knex));
}
