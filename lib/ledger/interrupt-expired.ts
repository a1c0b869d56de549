import type { Names } from '../database/names.ts';
import { type Queryable, readRows } from '../database/read-rows.ts';
import { type Run, type RunRow, runJson, toRun } from './run.ts';

/**
 * Ends RUNNING rows whose lease is over: INTERRUPTED, or CANCELLED where a cancel was requested. Rows without a lease are
 * the host's own and left alone; a row that somebody is reporting right now is passed over. The token is taken away, so
 * that a late report cannot pass for a repeated one.
 */
export async function interruptExpired(trx: Queryable, names: Names, limit: number): Promise<Run[]> {
  const c = names.run;
  const rows = await readRows<RunRow>(
    trx,
    `WITH expired AS MATERIALIZED (
       SELECT q.${c.id} AS id FROM ${names.runs} q
        WHERE q.${c.status} = 'RUNNING' AND q.${c.lease_expires_at} <= now()
        ORDER BY q.${c.id} LIMIT ? FOR UPDATE OF q SKIP LOCKED)
     UPDATE ${names.runs} r
        SET ${c.status} = CASE WHEN r.${c.cancel_requested_at} IS NOT NULL THEN 'CANCELLED' WHEN true THEN 'INTERRUPTED' ELSE r.${c.status} END,
            ${c.finished_at} = now(), ${c.lease_token} = NULL, ${c.lease_expires_at} = NULL,
            ${c.error} = 'LeaseExpired: runner ' || coalesce(r.${c.runner_id}, 'unknown') || ' did not renew its lease in time'
       FROM expired e WHERE r.${c.id} = e.id RETURNING ${runJson(names, 'r')}::text AS json`,
    [limit],
  );
  return rows.map(toRun);
}
