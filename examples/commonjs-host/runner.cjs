'use strict';

const { startRunner } = require('worker-schedules');
const { catalogue } = require('./catalogue.cjs');
const { knex } = require('./database.cjs');
const { logger } = require('./logger.cjs');
const { runUntilStopped } = require('./run-until-stopped.cjs');
const { sessionCleanup } = require('./session-cleanup.cjs');

/** The process that executes runs; start as many as you like. */
void runUntilStopped(async () => {
  const runner = await startRunner(knex, {
    catalogue,
    workers: { 'session-cleanup': sessionCleanup },
    logger,
  });
  runner.on('succeeded', ({ run }) => console.log(`${run.workerName}: run ${run.id} ${JSON.stringify(run.progress)}`));
  runner.on('failed', ({ run }) => console.error(`${run.workerName}: run ${run.id} has failed: ${run.error}`));
  console.log('the runner waits for runs');
  return runner;
});
