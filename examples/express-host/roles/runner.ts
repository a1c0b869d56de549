import type { Knex } from 'knex';
import { startRunner } from 'worker-schedules';
import { createCatalogue } from '../catalogue.ts';
import { loggerFor } from '../logger.ts';
import { wantedPort } from '../listen.ts';
import { narrateRunner } from '../narrate-runner.ts';
import { inventoryWorker } from '../workers/inventory/inventory-worker.ts';
import { unreliableWorker } from '../workers/unreliable/unreliable-worker.ts';
import { runRole, type Started } from './run-role.ts';

/** The process that executes runs. Start as many as you like, on any number of machines. */
export async function runRunner(): Promise<void> {
  await runRole('runner', start);
}

async function start(knex: Knex): Promise<Started> {
  const runner = await startRunner(knex, {
    catalogue: createCatalogue(knex),
    workers: { inventory: inventoryWorker(knex), unreliable: unreliableWorker(flakyUrl()) },
    concurrency: 2,
    logger: loggerFor('runner'),
  });
  narrateRunner(runner);
  return runner;
}

function flakyUrl(): string {
  return process.env['FLAKY_URL'] || `http://127.0.0.1:${wantedPort()}/flaky`;
}
