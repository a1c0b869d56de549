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
  '0002-table-sizes': {
    up: (knex) =>
      knex.schema.createTable('table_sizes', (table) => {
        table.text('schema_name').notNullable();
        table.text('table_name').notNullable();
        table.bigInteger('table_bytes').notNullable().comment('rows and what is stored out of line');
        table.bigInteger('index_bytes').notNullable();
        table.bigInteger('row_count').comment('null when unknown');
        table.text('row_count_is').notNullable().checkIn(['exact', 'estimated', 'unknown']);
        table.text('reported_by').notNullable().comment('the occurrence that measured it');
        table.timestamp('reported_at').notNullable();
        table.primary(['schema_name', 'table_name']);
      }),
    down: (knex) => knex.schema.dropTable('table_sizes'),
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
    await trx.raw(`SELECT pg_advisory_xact_lock(hashtext('example host migrations'))`);
    await trx.migrate.latest({ migrationSource, tableName: 'host_migrations' });
  });
}
