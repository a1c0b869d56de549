import type { Knex } from 'knex';
import { startScheduler } from 'worker-schedules';
import { createCatalogue } from '../catalogue.ts';
import { loggerFor } from '../console/logger.ts';
import { narrateScheduler } from '../console/narrate-scheduler.ts';
import { runRole, type Started } from './run-role.ts';

/** The process that turns due schedules into runs. Start as many as you like: one leads, the others stand by. */
export async function runScheduler(hostName: string): Promise<void> {
  await runRole({ hostName, name: 'scheduler', start });
}

async function start(knex: Knex): Promise<Started> {
  const scheduler = await startScheduler(knex, { catalogue: createCatalogue(knex), logger: loggerFor('scheduler') });
  narrateScheduler(scheduler);
  return scheduler;
}
