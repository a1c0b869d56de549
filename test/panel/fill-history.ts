import { query, type TestDatabase } from '../support/databases.ts';

/** How many runs a long history has. */
export const RUNS = 460;

/** Places in the history, the newest run being 1, of second attempts; each is the last of its page. */
export const RETRIES = [50, 250] as const;

/** Gives the worker `cleanup` a long history: an occurrence every hour, of which two failed at first. */
export async function fillHistory(database: TestDatabase): Promise<void> {
  await query(
    database,
    `insert into worker_runs (worker_name, status, trigger, queued_at, started_at, finished_at, scheduled_for, attempt, request)
       select 'cleanup', 'SUCCESS', 'SCHEDULE', t, t, t + interval '5 minutes', t, 1, '{}'
         from generate_series(${RUNS}, 1, -1) place, lateral (select now() - place * interval '1 hour' as t) x order by place desc`,
  );
  await query(
    database,
    `with placed as (select id, scheduled_for, row_number() over (order by id desc) as place from worker_runs),
       failed as (update worker_runs r set status = 'FAILED', error = 'Error: not yet' from placed p
         where p.id = r.id and p.place - 1 = any (?))
     update worker_runs r set attempt = 2, retry_of = before.id, scheduled_for = before.scheduled_for
       from placed p join placed before on before.place = p.place + 1 where p.id = r.id and p.place = any (?)`,
    [[...RETRIES], [...RETRIES]],
  );
}

/** One more run of `cleanup`, newer than all. */
export async function addRun(database: TestDatabase): Promise<void> {
  await query(
    database,
    `insert into worker_runs (worker_name, status, trigger, requested_by, queued_at, started_at, finished_at, request)
       values ('cleanup', 'SUCCESS', 'API', 'Olga Operator', now(), now(), now(), '{}')`,
  );
}
