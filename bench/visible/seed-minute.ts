import type { Knex } from 'knex';
import type { DueInstant } from './due-minute.ts';

/** Our schedules as rows, due at that instant. */
export async function seedMinute(knex: Knex, schedules: number, { at, cron }: DueInstant): Promise<void> {
  await knex.raw('TRUNCATE worker_schedules, worker_schedule_fires, worker_runs');
  await knex.raw(
    `INSERT INTO worker_schedules (worker_name, enabled, cron, timezone, request, next_run_at, switched_at, created_at,
       updated_at)
     SELECT 'wait-' || n, true, ?, 'UTC', '{}', to_timestamp(?::float8 / 1000), now(), now(), now()
       FROM generate_series(1, ?::int) n`,
    [cron, at, schedules],
  );
  await knex.raw('ANALYZE worker_schedules');
}
