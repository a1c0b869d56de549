import type { Knex } from 'knex';
import type { PredictedFire, PredictedRun } from './predicted-run.ts';

/** What the tables hold of one worker, in the form of a prediction. */
export interface Recorded {
  readonly fires: readonly PredictedFire[];
  readonly runs: readonly PredictedRun[];
  readonly nextRunAt: number | null;
  readonly lastEnqueuedAt: number | null;
  readonly lastSkippedAt: number | null;
}

const ms = (column: string): string => `round(extract(epoch FROM ${column}) * 1000)`;

const READ = `WITH r AS MATERIALIZED (
    SELECT r.*, row_number() OVER (ORDER BY r.id) - 1 AS place FROM worker_runs r WHERE r.worker_name = s.worker_name)
  SELECT json_build_object('nextRunAt', ${ms('s.next_run_at')}, 'lastEnqueuedAt', ${ms('s.last_enqueued_at')},
    'lastSkippedAt', ${ms('s.last_skipped_at')},
    'runs', (SELECT coalesce(json_agg(json_build_object('scheduledFor', ${ms('r.scheduled_for')}, 'attempt', r.attempt,
        'retryOf', o.place, 'queuedAt', ${ms('r.queued_at')}, 'notBefore', ${ms('r.not_before')},
        'status', r.status, 'finishedAt', ${ms('r.finished_at')}) ORDER BY r.place), '[]'::json)
      FROM r LEFT JOIN r o ON o.id = r.retry_of),
    'fires', (SELECT coalesce(json_agg(json_build_object('scheduledAt', ${ms('f.scheduled_at')},
        'decidedAt', ${ms('f.decided_at')}, 'outcome', f.outcome, 'coalescedFrom', ${ms('f.coalesced_from')},
        'run', r.place) ORDER BY f.decided_at, f.scheduled_at), '[]'::json)
      FROM worker_schedule_fires f LEFT JOIN r ON r.id::text = f.run_id::text
      WHERE f.worker_name = s.worker_name))::text AS json`;

/** Reads everything that was recorded about a worker. */
export async function readWorker(knex: Knex, workerName: string): Promise<Recorded> {
  const { rows } = await knex.raw<{ rows: { json: string }[] }>(
    `SELECT x.json FROM worker_schedules s CROSS JOIN LATERAL (${READ}) x WHERE s.worker_name = ?`,
    [workerName],
  );
  return JSON.parse(rows[0]?.json ?? 'null') as Recorded;
}
