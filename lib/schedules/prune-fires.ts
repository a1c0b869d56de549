import type { Names } from '../database/names.ts';
import { type Queryable, readRow } from '../database/read-rows.ts';

export interface PruneStep {
  /** The worker that was looked at last; empty to begin again. */
  readonly afterWorker: string;
  readonly days: number;
  readonly limit: number;
}

/**
 * Deletes old fires of the next worker, along the primary key and at most `limit` of them. Returns the worker it looked
 * at, with the number deleted, or undefined at the end of the table.
 */
export async function pruneFires(
  trx: Queryable,
  names: Names,
  step: PruneStep,
): Promise<{ readonly workerName: string; readonly deleted: number } | undefined> {
  const row = await readRow<{ worker_name: string; deleted: number }>(
    trx,
    `WITH w AS MATERIALIZED (
       SELECT f.worker_name FROM ${names.fires} f WHERE f.worker_name > ? ORDER BY f.worker_name LIMIT 1),
     old AS MATERIALIZED (
       SELECT f.worker_name, f.scheduled_at FROM ${names.fires} f
        WHERE f.worker_name = (SELECT w.worker_name FROM w) AND f.scheduled_at < now() - make_interval(days => ?)
        ORDER BY f.scheduled_at LIMIT ?),
     gone AS (
       DELETE FROM ${names.fires} f USING old o
        WHERE f.worker_name = o.worker_name AND f.scheduled_at = o.scheduled_at RETURNING 1)
     SELECT json_build_object('worker_name', w.worker_name, 'deleted', (SELECT count(*) FROM gone))::text AS json FROM w`,
    [step.afterWorker, step.days, step.limit],
  );
  return row === undefined ? undefined : { workerName: row.worker_name, deleted: row.deleted };
}
