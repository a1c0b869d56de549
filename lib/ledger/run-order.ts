import type { RunOrder } from '../database/ledger-indexes.ts';
import type { Names } from '../database/names.ts';
import { type Queryable, readRow } from '../database/read-rows.ts';

/** SQL that is true in a ledger of this order. It names no row, so it is asked once for a statement. */
export function hasOrderSql(names: Names, order: RunOrder): string {
  const type = `pg_catalog.pg_typeof((NULL::${names.runs}).${names.run.id})`;
  return `${type} ${order === 'by_id' ? '<>' : '='} 'pg_catalog.uuid'::pg_catalog.regtype`;
}

/** How the runs of this ledger are put in order. */
export async function readRunOrder(database: Queryable, names: Names): Promise<RunOrder> {
  const byId = await readRow<boolean>(database, `SELECT to_json(${hasOrderSql(names, 'by_id')})::text AS json`);
  return byId === true ? 'by_id' : 'by_queued_at';
}

/** SQL that puts runs `r` in order, newest first, and that finds those older than one. */
export interface OrderSql {
  /** What stands after ORDER BY. */
  readonly newestFirst: string;
  /** True for runs older than the run of an id, which is its binding. */
  readonly older: string;
}

/**
 * Along the index of a worker's runs. NULLS LAST is that index's order and not the primary key's: a planner that takes the
 * worker for a frequent one would walk the primary key, through every newer run of all the others.
 */
export function newestOrder(names: Names, order: RunOrder): OrderSql {
  const { id } = names.run;
  if (order === 'by_id') return { newestFirst: `r.${id} DESC NULLS LAST`, older: `r.${id} < ?` };
  return queuedOrder(names);
}

/**
 * Along the index of a worker's runs of one state and trigger, by an expression that only that index holds: no other looks
 * as good to a planner that takes the pair for a frequent one.
 */
export function filteredOrder(names: Names, order: RunOrder): OrderSql {
  const { id } = names.run;
  if (order === 'by_id') return { newestFirst: `greatest(r.${id}) DESC`, older: `greatest(r.${id}) < ?` };
  return queuedOrder(names);
}

/** A run that was pruned has no place any more, and nothing is older: hosts prune the oldest first. */
function queuedOrder(names: Names): OrderSql {
  const { id, queued_at } = names.run;
  return {
    newestFirst: `r.${queued_at} DESC, r.${id} DESC`,
    older: `(r.${queued_at}, r.${id}) < (SELECT b.${queued_at}, b.${id} FROM ${names.runs} b WHERE b.${id} = ?)`,
  };
}
