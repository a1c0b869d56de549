'use strict';

exports.up = (knex) =>
  knex.schema.createTable('sessions', (table) => {
    table.uuid('token').primary();
    table.text('user_id').notNullable();
    table.timestamp('expires_at').notNullable().index();
  });

exports.down = (knex) => knex.schema.dropTable('sessions');
