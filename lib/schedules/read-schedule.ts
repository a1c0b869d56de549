import { workerNameFault } from '../catalogue/worker-name.ts';
import { shortenWaits } from '../database/in-transaction.ts';
import { type Names, resolveNames } from '../database/names.ts';
import { type Database, readRow, readRows } from '../database/read-rows.ts';
import { type Schedule, scheduleJson, scheduleTable, type ScheduleRow, toSchedule } from './schedule.ts';
import type { ScheduleOptions } from './schedule-options.ts';

/** The schedule of a worker, or undefined. */
export async function getSchedule(
  database: Database,
  workerName: string,
  options: ScheduleOptions = {},
): Promise<Schedule | undefined> {
  if (workerNameFault(workerName) !== undefined) return undefined;
  const row = await readRow<ScheduleRow>(
    database,
    `SELECT ${scheduleJson()}::text AS json FROM ${scheduleTable(resolveNames(options.names))} WHERE s.worker_name = ?`,
    [workerName],
  );
  return row === undefined ? undefined : toSchedule(row);
}

/** Every schedule, by worker name. */
export async function listSchedules(database: Database, options: ScheduleOptions = {}): Promise<Schedule[]> {
  const rows = await readRows<ScheduleRow>(
    database,
    `SELECT ${scheduleJson()}::text AS json FROM ${scheduleTable(resolveNames(options.names))} ORDER BY s.worker_name`,
  );
  return rows.map(toSchedule);
}

/** A schedule whose row we hold, with the moment by the database's clock. */
export interface LockedSchedule {
  readonly schedule: Schedule;
  readonly now: Date;
  readonly due: boolean;
  /** `next_run_at` with its microseconds. */
  readonly nextRunAtText: string | null;
}

/**
 * Locks a schedule's row and then reads it: two statements, so that the row and the moment are those after a wait for
 * whoever held it. From then on a wait is short, because the row is held meanwhile. A name that no worker can have finds nothing; some such names PostgreSQL would refuse as text, and the
 * host's transaction would be lost with the statement.
 */
export async function lockSchedule(
  trx: Database,
  names: Names,
  workerName: string,
): Promise<LockedSchedule | undefined> {
  if (workerNameFault(workerName) !== undefined) return undefined;
  await readRow(trx, `SELECT 'true' AS json FROM ${scheduleTable(names)} WHERE s.worker_name = ? FOR UPDATE`, [
    workerName,
  ]);
  const row = await readRow<{ schedule: ScheduleRow; now: string; due: boolean | null }>(
    trx,
    `SELECT json_build_object('schedule', ${scheduleJson()}, 'now', statement_timestamp(),
       'due', s.next_run_at <= statement_timestamp())::text AS json, ${shortenWaits}
       FROM ${scheduleTable(names)} WHERE s.worker_name = ?`,
    [workerName],
  );
  if (row === undefined) return undefined;
  return {
    schedule: toSchedule(row.schedule),
    now: new Date(row.now),
    due: row.due === true,
    nextRunAtText: row.schedule.next_run_at,
  };
}

/** The database's clock at this statement. */
export async function readNow(trx: Database): Promise<Date> {
  const now = await readRow<string>(trx, 'SELECT to_json(statement_timestamp())::text AS json');
  if (now === undefined) throw new Error('statement_timestamp() returned no row');
  return new Date(now);
}
