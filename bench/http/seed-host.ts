import type { Knex } from 'knex';
import { saveSchedule } from '../../lib/schedules/save-schedule.ts';
import { migrate } from '../../migrations/index.ts';
import { postedNames } from './bench-host.ts';
import { scheduleBody, WORKERS } from './endpoints.ts';

/** Gives each worker a schedule, a last run and every other one an active run; and a second install for posted runs. */
export async function seedHost(knex: Knex): Promise<void> {
  for (let n = 0; n < WORKERS; n += 1) await saveSchedule(knex, { workerName: `w${n}`, ...scheduleBody(0) });
  await knex.raw(
    `INSERT INTO worker_runs (worker_name, status, trigger, requested_by, request, config, queued_at, started_at,
       finished_at, attempt, scheduled_for)
     SELECT 'w' || n % ?, 'SUCCESS', 'SCHEDULE', 'schedule', ?::jsonb, ?::jsonb, now(), now(), now(), 1, now()
       FROM generate_series(0, ? - 1) n`,
    [WORKERS, ...Array<string>(2).fill(JSON.stringify(scheduleBody(0).request)), 20 * WORKERS],
  );
  await knex.raw(
    `INSERT INTO worker_runs (worker_name, status, trigger, request, queued_at, attempt)
     SELECT 'w' || 2 * n, 'QUEUED', 'API', '{}', now(), 1 FROM generate_series(0, ? - 1) n`,
    [WORKERS / 2],
  );
  await knex.raw(`CREATE SCHEMA "${postedNames.schema}"`);
  await migrate(knex, { names: postedNames });
  await knex.raw('VACUUM ANALYZE');
}

/** Frees the slots of the workers that were asked for a run. */
export async function forgetPosted(knex: Knex): Promise<void> {
  await knex.raw(`TRUNCATE "${postedNames.schema}".worker_runs`);
}
