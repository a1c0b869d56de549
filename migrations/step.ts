import type { Names } from '../lib/database/names.ts';
import type { SchemaFacts } from '../lib/database/schema-facts.ts';
import type { Change, MadeChange } from './change.ts';

/** What is there: the database's catalogue, and what earlier runs of the migrations have recorded. */
export interface Found {
  readonly names: Names;
  readonly facts: SchemaFacts;
  readonly made: readonly MadeChange[];
}

/** One migration: it compares what is there with what is wanted, and plans what is missing. */
export interface Step {
  readonly name: string;
  /** Whether it may run inside a transaction of knex; otherwise it makes its own, and keeps nobody waiting. */
  readonly transaction: boolean;
  /** Pure: the changes that are still to be made, none when everything is there. */
  plan(found: Found): Change[];
}
