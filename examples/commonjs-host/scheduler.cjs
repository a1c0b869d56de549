'use strict';

const { startScheduler } = require('worker-schedules');
const { catalogue } = require('./catalogue.cjs');
const { knex } = require('./database.cjs');
const { logger } = require('./logger.cjs');
const { runUntilStopped } = require('./run-until-stopped.cjs');

/** The process that turns due schedules into runs; a second one stands by. */
void runUntilStopped(async () => {
  const scheduler = await startScheduler(knex, { catalogue, logger });
  scheduler.on('enqueued', ({ workerName, runId }) => console.log(`${workerName}: run ${runId} queued`));
  console.log('the scheduler has started');
  return scheduler;
});
