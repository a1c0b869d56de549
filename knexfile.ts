import type { Knex } from 'knex';
import { migrationSource } from './migrations/index.ts';

/**
 * For developers of the package; hosts call `migrate` or use `migrationSource`. Runs our migrations on DATABASE_URL:
 * `NODE_OPTIONS='--import ts-blank-space/register' npx knex migrate:latest`
 */
const config: Knex.Config = {
  client: 'pg',
  connection: process.env['DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres',
  migrations: { migrationSource: migrationSource(), tableName: 'worker_schedules_migrations' },
};

export default config;
