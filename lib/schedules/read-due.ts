import type { Names } from '../database/names.ts';
import { type Queryable, readRow, readRows } from '../database/read-rows.ts';

/** A schedule that is due, as it was read; `nextRunAtText` has the microseconds that a Date loses. */
export interface DueSchedule {
  readonly workerName: string;
  readonly cron: string;
  readonly timezone: string;
  readonly request: unknown;
  readonly nextRunAtText: string;
  readonly version: number;
}

interface DueRow {
  readonly worker_name: string;
  readonly cron: string;
  readonly timezone: string;
  readonly request: unknown;
  readonly next_run_at: string;
  readonly version: number;
}

const DUE_JSON = `json_build_object('worker_name', s.worker_name, 'cron', s.cron, 'timezone', s.timezone,
  'request', s.request, 'next_run_at', s.next_run_at, 'version', s.version)`;

function toDue(row: DueRow): DueSchedule {
  return {
    workerName: row.worker_name,
    cron: row.cron,
    timezone: row.timezone,
    request: row.request,
    nextRunAtText: row.next_run_at,
    version: row.version,
  };
}

export interface DueQuery {
  readonly limit: number;
  /** Workers that are left alone for the moment. */
  readonly except: readonly string[];
}

/** Due schedules, earliest first, without locking any: what the host's code is asked about before we lock. */
export async function readDue(database: Queryable, names: Names, query: DueQuery): Promise<DueSchedule[]> {
  const rows = await readRows<DueRow>(
    database,
    `SELECT ${DUE_JSON}::text AS json FROM ${names.schedules} s
      WHERE s.next_run_at <= now() AND s.worker_name NOT IN (SELECT jsonb_array_elements_text(?::jsonb))
      ORDER BY s.next_run_at, s.worker_name LIMIT ?`,
    [JSON.stringify(query.except), query.limit],
  );
  return rows.map(toDue);
}

/**
 * Locks those of the named schedules that are still due, in the one lock order (worker name). A row that an operator's
 * transaction holds is passed over and stays due.
 */
export async function lockDue(trx: Queryable, names: Names, workerNames: readonly string[]): Promise<DueSchedule[]> {
  const rows = await readRows<DueRow>(
    trx,
    `SELECT ${DUE_JSON}::text AS json FROM ${names.schedules} s
      WHERE s.worker_name IN (SELECT jsonb_array_elements_text(?::jsonb)) AND s.next_run_at <= now()
      ORDER BY s.worker_name FOR UPDATE OF s SKIP LOCKED`,
    [JSON.stringify(workerNames)],
  );
  return rows.map(toDue);
}

/** The instant of the tick's own transaction. */
export async function readTickNow(database: Queryable): Promise<Date> {
  const now = await readRow<string>(database, 'SELECT to_json(now())::text AS json');
  if (now === undefined) throw new Error('now() returned no row');
  return new Date(now);
}

interface Clock {
  readonly now: string;
  readonly next_due_ms: number | null;
}

/** The leader's clock, which is the database's, and how far the earliest next run lies ahead (ms; negative when due). */
export async function readClock(
  database: Queryable,
  names: Names,
  except: readonly string[],
): Promise<{ readonly now: Date; readonly nextDueMs: number | null }> {
  const clock = await readRow<Clock>(
    database,
    `SELECT json_build_object('now', now(), 'next_due_ms', (SELECT extract(epoch FROM s.next_run_at - now()) * 1000
       FROM ${names.schedules} s WHERE s.next_run_at IS NOT NULL
        AND s.worker_name NOT IN (SELECT jsonb_array_elements_text(?::jsonb))
       ORDER BY s.next_run_at LIMIT 1))::text AS json`,
    [JSON.stringify(except)],
  );
  if (clock === undefined) throw new Error('now() returned no row');
  return { now: new Date(clock.now), nextDueMs: clock.next_due_ms };
}
