import { claimNextRun, type Outcome, reportOutcome, type Run } from '../../lib/index.ts';
import { query, type TestDatabase } from '../support/databases.ts';
import { waitForRow } from '../support/wait-for.ts';

export interface RunRecord {
  readonly id: string;
  readonly worker_name: string;
  readonly status: string;
  readonly trigger: string;
  readonly attempt: number;
  readonly retry_of: string | null;
  readonly error: string | null;
  readonly config: unknown;
  readonly request: unknown;
  readonly not_before: Date | null;
  readonly queued_at: Date;
  readonly finished_at: Date | null;
  readonly scheduled_for: Date | null;
}

/** Every run of a test database, oldest first. */
export function readRuns(database: TestDatabase): Promise<RunRecord[]> {
  return query(database, 'select r.*, r.id::text, r.retry_of::text from worker_runs r order by r.id');
}

/** Every fire as "worker day hour:minute outcome reason", by occurrence. */
export async function readFires(database: TestDatabase): Promise<string[]> {
  const rows = await query<{ text: string }>(
    database,
    `select concat_ws(' ', worker_name, to_char(scheduled_at at time zone 'UTC', 'DD HH24:MI'), outcome, reason) as text
       from worker_schedule_fires order by scheduled_at, worker_name`,
  );
  return rows.map((row) => row.text);
}

/** Claims the worker's run and ends it. */
export async function endRun(
  database: TestDatabase,
  workerName: string,
  outcome: Outcome,
  error = 'Error: as the test wants',
): Promise<Run> {
  const run = await claimNextRun(database.knex, { workerNames: [workerName], runnerId: 'test', leaseSeconds: 3600 });
  if (run === null) throw new Error(`Nothing to claim for ${workerName}`);
  return await reportOutcome(database.knex, { runId: run.id, leaseToken: run.leaseToken, outcome, error });
}

/** Empties every table of the product. */
export async function emptyTables(database: TestDatabase): Promise<void> {
  await database.plain.raw(
    'truncate worker_runs, worker_schedules, worker_schedule_fires, worker_scheduler_state restart identity',
  );
}

/** Waits until a session of this database waits for a lock. */
export async function untilBlocked(database: TestDatabase): Promise<void> {
  await waitForRow(
    database,
    `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
}
