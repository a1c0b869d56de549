import { type SaveInput, saveSchedule } from '../../lib/schedules/save-schedule.ts';
import { query, type TestDatabase } from '../support/databases.ts';
import { panelCatalogue } from './panel-catalogue.ts';

const by = { id: 'u-1', name: 'Olga Operator' };

/** A ledger with some days of life in it: successes, failures with retries, skips, runs by hand. */
export async function fillLedger(database: TestDatabase): Promise<void> {
  const save = (workerName: string, cron: string, more: Partial<SaveInput>): Promise<unknown> =>
    saveSchedule(database.knex, { workerName, cron, request: {}, by, ...more }, { catalogue: panelCatalogue });
  await save('report', '30 2 * * *', { timezone: 'Europe/Berlin', request: { folder: '/data/reports', depth: 4 } });
  await save('cleanup', '*/30 * * * *', { timezone: 'UTC' });
  await save('mail queue ü', '0 7 * * 1-5', { timezone: 'America/Sao_Paulo', enabled: false });
  const run = `insert into worker_runs (worker_name, status, trigger, requested_by, queued_at, started_at, finished_at,
    scheduled_for, attempt, retry_of, error, request, config) `;
  await query(
    database,
    `${run} select 'cleanup', (case when n % 9 = 4 then 'CANCELLED' else 'SUCCESS' end)::worker_run_status, 'SCHEDULE', null, t, t, t + (4 + (n * 7) % 11) * interval '1 minute',
       t, 1, null, null, '{}', '{}' from generate_series(2, 44) n, lateral (select date_trunc('hour', now()) - n * interval '30 minutes' as t) x`,
  );
  await query(
    database,
    `with days as (select n, date_trunc('hour', now()) - n * interval '1 day' - interval '5 hours' as t from generate_series(0, 20) n),
     failed as (${run} select 'report', 'FAILED', 'SCHEDULE', null, t + interval '2 seconds', t + interval '3 seconds', t + interval '9 minutes', t, 1, null,
       'HttpError: the service answered 502 Bad Gateway to GET https://reports.example.com/v2/export/17', '{"folder":"/data/reports","depth":4}', '{"folder":"/data/reports","depth":4,"deep":false}'
       from days where n % 4 = 0 order by t returning id, scheduled_for as t)
     ${run} select 'report', 'SUCCESS', 'SCHEDULE', null, t + interval '9 minutes', t + interval '11 minutes', t + interval '32 minutes', t, 2, id, null,
       '{"folder":"/data/reports","depth":4}', '{"folder":"/data/reports","depth":4,"deep":false}' from failed order by t`,
  );
  await query(
    database,
    `${run} select 'report', 'SUCCESS', 'SCHEDULE', null, t + interval '2 seconds', t + interval '3 seconds', t + (10 + n % 5 * 6) * interval '1 minute', t, 1, null, null,
       '{"folder":"/data/reports","depth":4}', '{}' from generate_series(1, 20) n, lateral (select date_trunc('hour', now()) - n * interval '1 day' - interval '5 hours' as t) x where n % 4 <> 0 order by t`,
  );
  await query(
    database,
    `insert into worker_schedule_fires (worker_name, scheduled_at, decided_at, outcome, reason)
     select 'cleanup', t, t, 'skipped', 'slot_busy' from unnest(array[now() - interval '7 hours', now() - interval '90 minutes']) t`,
  );
  await query(
    database,
    `update worker_schedules s set last_skipped_at = (select max(scheduled_at) from worker_schedule_fires f where f.worker_name = s.worker_name)`,
  );
  await query(
    database,
    `${run} values ('markup', 'FAILED', 'API', 'Olga Operator', now() - interval '3 hours', now() - interval '3 hours', now() - interval '2 hours 40 minutes', null, 1, null,
       'Error: <script>alert(1)</script>', '{"html":"<b>no</b>"}', '{}')`,
  );
  await query(
    database,
    `${run.replace('finished_at,', 'finished_at, progress, lease_expires_at,')} values ('report', 'RUNNING', 'API', 'Olga Operator', now() - interval '4 minutes',
       now() - interval '4 minutes', null, '{"done":42,"total":100}', now() + interval '1 day', null, 1, null, null, '{"folder":"/data/reports"}', '{}')`,
  );
}
