import type { Knex } from 'knex';
import { z } from 'zod';
import { defineCatalogue } from '../../lib/catalogue/define-catalogue.ts';
import { type SaveInput, type SaveResult, saveSchedule } from '../../lib/schedules/save-schedule.ts';
import { query, type TestDatabase } from '../support/databases.ts';
import { waitForRow } from '../support/wait-for.ts';

export const catalogue = defineCatalogue({
  ner: { label: 'Named entities', request: z.object({ model: z.string(), batch: z.number().int().default(10) }) },
  ocr: { label: 'Text recognition', request: z.object({ pages: z.number().default(1) }) },
});

export const ada = { id: '7', name: 'Ada' };
export const grace = { id: '8', name: 'Grace' };

/** A schedule of `ner` that is valid, at every full hour. */
export const hourly: SaveInput = { workerName: 'ner', cron: '0 * * * *', timezone: 'UTC', request: { model: 'small' } };

export async function save(database: TestDatabase, changes: Partial<SaveInput> = {}): Promise<SaveResult> {
  return await saveSchedule(database.knex, { ...hourly, ...changes }, { catalogue });
}

export async function clearSchedules(database: TestDatabase): Promise<void> {
  await query(database, 'DELETE FROM worker_schedules');
  await query(database, 'DELETE FROM worker_schedule_fires');
  await query(database, 'DELETE FROM worker_runs');
}

/** An instant in UTC with all its microseconds, whatever the session's zone. */
export function utc(column: string): string {
  return `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
}

const instants = ['next_run_at', 'last_enqueued_at', 'last_skipped_at', 'switched_at', 'created_at', 'updated_at'];

/** The stored row: instants as text in UTC, and where and by whom this version of it was written. */
export async function rowOf(database: TestDatabase, workerName = 'ner'): Promise<Record<string, unknown> | undefined> {
  const columns = instants.map((column) => `${utc(`s.${column}`)} AS ${column}`).join(', ');
  const [row] = await query(
    database,
    `SELECT s.*, ${columns}, s.request::text AS request, s.xmin::text AS xmin, s.ctid::text AS ctid
       FROM worker_schedules s WHERE s.worker_name = ?`,
    [workerName],
  );
  return row;
}

export async function nextRunAt(database: TestDatabase, workerName = 'ner'): Promise<unknown> {
  return (await rowOf(database, workerName))?.['next_run_at'];
}

/** Gives the schedule an instant of its own, as a leader or a restored backup would have left it. */
export async function storeNextRun(database: TestDatabase, instant: string, workerName = 'ner'): Promise<void> {
  await query(database, 'UPDATE worker_schedules SET next_run_at = ?::timestamptz WHERE worker_name = ?', [
    instant,
    workerName,
  ]);
}

/** Every fire in the order of its occurrence, instants as text in UTC. */
export async function fires(database: TestDatabase): Promise<Record<string, unknown>[]> {
  return await query(
    database,
    `SELECT f.worker_name, ${utc('f.scheduled_at')} AS scheduled_at, ${utc('f.decided_at')} AS decided_at, f.outcome,
       f.reason, f.run_id, ${utc('f.coalesced_from')} AS coalesced_from, f.detail
       FROM worker_schedule_fires f ORDER BY f.worker_name, f.scheduled_at`,
  );
}

/** Waits until a session of this database waits for a lock, and no longer than a save itself would. */
export async function untilSomebodyWaits(database: TestDatabase): Promise<void> {
  await waitForRow(
    database,
    `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    [],
    1900,
  );
}

/** Holds the schedule's row in a transaction of its own. */
export async function holdRow(database: TestDatabase, workerName = 'ner'): Promise<Knex.Transaction> {
  const holder = await database.plain.transaction();
  await holder.raw('SELECT 1 FROM worker_schedules WHERE worker_name = ? FOR UPDATE', [workerName]);
  return holder;
}

/** The error that a promise rejects with. */
export async function errorOf(promise: Promise<unknown>): Promise<Error & { code?: string; fields?: unknown }> {
  try {
    await promise;
  } catch (error) {
    return error as Error & { code?: string };
  }
  throw new Error('It did not reject.');
}
