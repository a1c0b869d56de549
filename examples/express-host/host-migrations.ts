import type { Knex } from 'knex';

/** The host's own tables have their own migrations and their own list of them; the package's live beside them. */
const migrations: Readonly<Record<string, Knex.Migration>> = {
  '0001-inventory-files': {
    up: (knex) =>
      knex.schema.createTable('inventory_files', (table) => {
        table.text('path').primary();
        table.bigInteger('size').notNullable();
        table.timestamp('modified_at').notNullable();
        table.string('sha256', 64).notNullable();
        table.text('seen_by').notNullable().comment('the occurrence that saw the file last');
        table.timestamp('seen_at').notNullable();
      }),
    down: (knex) => knex.schema.dropTable('inventory_files'),
  },
};

const migrationSource: Knex.MigrationSource<string> = {
  getMigrations: () => Promise.resolve(Object.keys(migrations)),
  getMigrationName: (name) => name,
  getMigration: (name) => {
    const migration = migrations[name];
    return migration === undefined
      ? Promise.reject(new Error(`There is no migration ${name}`))
      : Promise.resolve(migration);
  },
};

/** Migrates the host's tables, one process at a time: knex's own lock would stay behind a killed process. */
export async function migrateHost(knex: Knex): Promise<void> {
  await knex.transaction(async (trx) => {
    await trx.raw(`SELECT pg_advisory_xact_lock(hashtext('express-host migrations'))`);
    await trx.migrate.latest({ migrationSource, tableName: 'host_migrations' });
  });
}
