import type { Names } from '../lib/database/names.ts';

/** One migration: SQL statements as functions of the names, so that the same text serves knex, our CLI and a DBA. */
export interface Step {
  readonly name: string;
  up(names: Names): readonly string[];
  down(names: Names): readonly string[];
}
