'use strict';

const { knex } = require('./database.cjs');

/** Starts a process's work, waits for SIGTERM or Ctrl-C, and ends what it has begun, the pool last. */
async function runUntilStopped(start) {
  const asked = new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, resolve);
  });
  try {
    const started = await start();
    await asked;
    await started.stop();
  } catch (error) {
    console.error(error);
    process.exitCode = 1;
  } finally {
    await knex.destroy();
  }
}

module.exports = { runUntilStopped };
