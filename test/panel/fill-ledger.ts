import { type SaveInput, saveSchedule } from '../../lib/schedules/save-schedule.ts';
import { query, type TestDatabase } from '../support/databases.ts';
import { panelCatalogue } from './panel-catalogue.ts';

const by = { id: 'u-1', name: 'Olga Operator' };

const run = `insert into worker_runs (worker_name, status, trigger, requested_by, queued_at, started_at, finished_at,
    scheduled_for, attempt, retry_of, error, request, config) `;

/** The newest occurrence of every half hour. */
const LAST_HALF_HOUR = `(date_trunc('hour', now()) + trunc(extract(minute from now()) / 30) * interval '30 minutes')`;

/** The request and the configuration of a report. */
const REPORT = `'{"folder":"/data/reports","depth":4}', '{"folder":"/data/reports","depth":4,"deep":false}'`;

/** The report of a night some days ago: longer from week to week, short once a week, and every ninth fails at first. */
async function addNight(database: TestDatabase, day: number): Promise<void> {
  const isRetried = day % 9 === 1;
  const minutes = (day % 7 === 2 ? 9 : 21) + (40 - day) * 0.3 + ((day * 5) % 4);
  // At 02:30 by the clock of Berlin; last night's counts once it is over.
  const night = `((date_trunc('day', now() at time zone 'Europe/Berlin' - interval '4 hours')
    + interval '2 hours 30 minutes' - ${day - 1} * interval '1 day') at time zone 'Europe/Berlin')`;
  const failed = `${run} select 'report', 'FAILED', 'SCHEDULE', null, t + interval '2 seconds', t + interval '3 seconds', t + interval '6 minutes', t, 1, null,
    'HttpError: the service answered 502 Bad Gateway to GET https://reports.example.com/v2/export/17', ${REPORT} from (select ${night} as t) x returning id, scheduled_for as t`;
  const first = `${run} select 'report', 'SUCCESS', 'SCHEDULE', null, t + interval '2 seconds', t + interval '3 seconds', t + ${minutes} * interval '1 minute', t, 1, null, null, ${REPORT}
    from (select ${night} as t) x`;
  const second = `${run} select 'report', 'SUCCESS', 'SCHEDULE', null, t + interval '6 minutes', t + interval '11 minutes', t + ${11 + minutes} * interval '1 minute', t, 2, id, null, ${REPORT}
    from failed`;
  await query(database, isRetried ? `with failed as (${failed}) ${second}` : first);
}

/** A ledger with some weeks of life in it: successes, failures with retries, skips, runs by hand. */
export async function fillLedger(database: TestDatabase): Promise<void> {
  const save = (workerName: string, cron: string, more: Partial<SaveInput>): Promise<unknown> =>
    saveSchedule(database.knex, { workerName, cron, request: {}, by, ...more }, { catalogue: panelCatalogue });
  await save('report', '30 2 * * *', { timezone: 'Europe/Berlin', request: { folder: '/data/reports', depth: 4 } });
  await save('cleanup', '*/30 * * * *', { timezone: 'UTC' });
  await save('mail queue ü', '0 7 * * 1-5', { timezone: 'America/Sao_Paulo', enabled: false });
  await query(
    database,
    `${run} select 'cleanup', (case when n % 9 = 4 then 'CANCELLED' else 'SUCCESS' end)::worker_run_status, 'SCHEDULE', null, t, t, t + (4 + (n * 7) % 11) * interval '1 minute',
       t, 1, null, null, '{}', '{}' from generate_series(1, 300) n, lateral (select ${LAST_HALF_HOUR} - n * interval '30 minutes' as t) x
       where n not in (3, 14) order by n desc`,
  );
  for (let day = 40; day >= 1; day -= 1) await addNight(database, day);
  await query(
    database,
    `insert into worker_schedule_fires (worker_name, scheduled_at, decided_at, outcome, reason)
     select 'cleanup', t, t, 'skipped', 'slot_busy' from unnest(array[3, 14]) n, lateral (select ${LAST_HALF_HOUR} - n * interval '30 minutes' as t) x`,
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
