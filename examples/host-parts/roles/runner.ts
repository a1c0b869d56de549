import type { Knex } from 'knex';
import { startRunner } from 'worker-schedules';
import { createCatalogue } from '../catalogue.ts';
import { loggerFor } from '../console/logger.ts';
import { narrateRunner } from '../console/narrate-runner.ts';
import { databaseReportWorker } from '../workers/database-report/database-report-worker.ts';
import { inventoryWorker } from '../workers/inventory/inventory-worker.ts';
import { unreliableWorker } from '../workers/unreliable/unreliable-worker.ts';
import { wantedPort } from './listen.ts';
import { runRole, type Started } from './run-role.ts';

/** The process that executes runs. Start as many as you like, on any number of machines. */
export async function runRunner(hostName: string): Promise<void> {
  await runRole({ hostName, name: 'runner', start });
}

async function start(knex: Knex): Promise<Started> {
  const runner = await startRunner(knex, {
    catalogue: createCatalogue(knex),
    workers: {
      inventory: inventoryWorker(knex),
      unreliable: unreliableWorker(flakyUrl()),
      'database-report': databaseReportWorker(knex),
    },
    concurrency: 3,
    logger: loggerFor('runner'),
  });
  narrateRunner(runner);
  return runner;
}

function flakyUrl(): string {
  return process.env['FLAKY_URL'] || `http://127.0.0.1:${wantedPort()}/flaky`;
}
