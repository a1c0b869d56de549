export { migrate, rollback } from './migrate.ts';
export { type MigrateOptions, migrationSource } from './migration-source.ts';
