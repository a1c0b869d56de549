import { query, type TestDatabase } from '../support/databases.ts';

/** How many workers there are in a crowd. */
export const CROWD = 200;

const runs = `insert into worker_runs (worker_name, status, trigger, queued_at, started_at, finished_at, scheduled_for,
    attempt, retry_of, request) `;

/** The nth worker of the crowd runs every 10 minutes, every hour, every 6 hours or once a day, at a minute of its own. */
const WORKERS = `(select n, 'import-customers-from-region-' || to_char(n, 'FM000') as name,
    (array['10 minutes', '1 hour', '6 hours', '1 day'])[1 + n % 4]::interval as pause,
    date_trunc('day', now()) - interval '1 day' + n % 60 * interval '1 minute' as first
    from generate_series(1, ${CROWD}) n) w`;

/** Fills a database with 200 workers: their schedules, a day of runs with failures and retries, and skipped occurrences. */
export async function fillCrowd(database: TestDatabase): Promise<void> {
  await query(
    database,
    `insert into worker_schedules (worker_name, enabled, cron, timezone, request, next_run_at, switched_at, created_at, updated_at)
       select name, true, (array[n % 10 || '-59/10 * * * *', n % 60 || ' * * * *', n % 60 || ' */6 * * *', n % 60 || ' 15 * * *'])[1 + n % 4],
              'UTC', '{}', now() + interval '5 minutes', now(), now(), now() from ${WORKERS}`,
  );
  await query(
    database,
    `with occurrences as (select n, name, pause, t from ${WORKERS},
         generate_series(first, now() - interval '10 minutes', pause) t where t > now() - interval '1 day'),
       ended as (${runs} select name, (case when n % 7 = 3 then 'FAILED' else 'SUCCESS' end)::worker_run_status, 'SCHEDULE', t, t,
           t + least(pause / 4, interval '40 minutes'), t, 1, null, '{}' from occurrences order by t
         returning id, worker_name, status, finished_at, scheduled_for)
     ${runs} select worker_name, 'SUCCESS', 'SCHEDULE', finished_at, finished_at + interval '1 minute',
         finished_at + interval '2 minutes', scheduled_for, 2, id, '{}' from ended where status = 'FAILED' order by finished_at`,
  );
  await query(
    database,
    `insert into worker_schedule_fires (worker_name, scheduled_at, decided_at, outcome, reason)
       select name, t, t, 'skipped', 'slot_busy' from ${WORKERS}, lateral (select now() - interval '3 hours' as t) s where n % 5 = 0`,
  );
}
