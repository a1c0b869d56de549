'use strict';

const { join } = require('node:path');
const { migrate } = require('worker-schedules/migrations');
const { knex } = require('./database.cjs');

/** A step of every deployment, before the processes start: the host's tables and, with a list of their own, the package's. */
async function migrateAll() {
  await knex.migrate.latest({ directory: join(__dirname, 'migrations') });
  await migrate(knex);
}

migrateAll()
  .then(() => console.log('the database is up to date'))
  .catch((error) => {
    console.error(error);
    process.exitCode = 1;
  })
  .finally(() => knex.destroy());
