export { migrate } from './migrate.ts';
export type { MigrateOptions } from './migrate-options.ts';
export { migrationSource } from './migration-source.ts';
export { rollback } from './rollback.ts';
