import type { Knex } from 'knex';
import type { Queryable } from '../lib/database/read-rows.ts';

/** Where the statements of a migration run. */
export interface Workplace {
  /** Whether statements can run outside transactions, and so without keeping the host waiting. */
  readonly live: boolean;
  /** For statements that only read, or that run alone. */
  readonly database: Queryable;
  /** Runs a transaction whose locks are waited for briefly, again and again; inside one of the host's, just there. */
  briefly<T>(work: (trx: Queryable) => Promise<T>): Promise<T>;
}

/** A transaction of the host: everything runs in it, with its own rules for locks. */
export function workplaceIn(trx: Knex.Transaction): Workplace {
  return { live: false, database: trx, briefly: (work) => work(trx) };
}
