import { resolveNames } from '../../lib/database/names.ts';
import { query, type TestDatabase } from '../support/databases.ts';
import { waitForRow } from '../support/wait-for.ts';

/** Moves the next occurrence of every schedule into the past, so that no test waits for a full minute, and says so. */
export async function makeSchedulesDue(database: TestDatabase): Promise<void> {
  const move = `update worker_schedules set next_run_at = date_trunc('minute', now()) - interval '1 minute'`;
  await query(database, `with moved as (${move} returning 1) select pg_notify(?, '') from moved limit 1`, [
    resolveNames().channels.scheduler,
  ]);
}

/** Lets the waiting attempt of a worker begin at once, as soon as it waits. */
export async function makeRetryDue(database: TestDatabase, workerName: string, attempt: number): Promise<void> {
  const move = `update worker_runs set not_before = now() where worker_name = ? and attempt = ? and status = 'QUEUED' returning id`;
  await waitForRow(database, move, [workerName, attempt], 30_000);
}
