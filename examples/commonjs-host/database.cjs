'use strict';

const knexFor = require('knex');

if (!process.env.DATABASE_URL)
  throw new Error('DATABASE_URL is needed, such as postgres://user:password@127.0.0.1/app');

/** The one pool of this process. */
const knex = knexFor({ client: 'pg', connection: process.env.DATABASE_URL });

module.exports = { knex };
