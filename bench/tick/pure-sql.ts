import type { Knex } from 'knex';

/**
 * The least that anybody can do: one statement that writes the same rows, and computes no calendar, because every next run
 * is an hour ahead. What a scheduler takes beyond it is its own cost.
 */
const EVERYTHING = `WITH due AS MATERIALIZED (
    SELECT worker_name, next_run_at, request FROM worker_schedules WHERE next_run_at <= now()
     ORDER BY worker_name FOR UPDATE),
  enqueued AS (
    INSERT INTO worker_runs (worker_name, status, trigger, requested_by, request, config, queued_at, attempt, scheduled_for)
    SELECT worker_name, 'QUEUED', 'SCHEDULE', 'schedule', request, request, now(), 1, next_run_at FROM due
    ON CONFLICT (worker_name) WHERE status IN ('QUEUED', 'RUNNING') DO NOTHING
    RETURNING id, worker_name),
  fired AS (
    INSERT INTO worker_schedule_fires (worker_name, scheduled_at, decided_at, outcome, run_id)
    SELECT due.worker_name, due.next_run_at, now(), 'enqueued', enqueued.id::text FROM due JOIN enqueued USING (worker_name))
  UPDATE worker_schedules s SET next_run_at = due.next_run_at + interval '1 hour', last_enqueued_at = due.next_run_at
    FROM due WHERE s.worker_name = due.worker_name`;

/** Decides whatever is due in one statement of SQL, and returns the milliseconds that it took. */
export async function tickInSql(knex: Knex): Promise<number> {
  const start = performance.now();
  await knex.raw(EVERYTHING);
  return performance.now() - start;
}
