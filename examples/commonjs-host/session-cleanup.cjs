'use strict';

const { knex } = require('./database.cjs');

/** Deletes expired sessions in batches; a second attempt goes on where the first one ended. */
const sessionCleanup = {
  async run({ config }, { signal, progress }) {
    let deleted = 0;
    let batch;
    do {
      signal.throwIfAborted();
      batch = await deleteExpired(config.batch_size);
      deleted += batch;
      await progress({ deleted });
    } while (batch === config.batch_size);
  },
};

/** Rows that somebody else holds are left for the next run. */
async function deleteExpired(limit) {
  const expired = knex('sessions').select('token').where('expires_at', '<', knex.fn.now());
  const batch = expired.orderBy('expires_at').limit(limit).forUpdate().skipLocked();
  return await knex('sessions').whereIn('token', batch).delete();
}

module.exports = { sessionCleanup };
