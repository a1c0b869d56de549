import type { Names } from '../database/names.ts';
import { type Queryable, readRow } from '../database/read-rows.ts';
import { type DueRange, dueRangeBindings, dueRangeSql } from './read-due.ts';

/** An instant of the database's clock; the text has the microseconds that a Date loses. */
export interface TickNow {
  readonly now: Date;
  readonly nowText: string;
}

/** The instant of the tick's own transaction. */
export async function readTickNow(database: Queryable): Promise<TickNow> {
  const nowText = await readRow<string>(database, 'SELECT to_json(now())::text AS json');
  if (nowText === undefined) throw new Error('now() returned no row');
  return { now: new Date(nowText), nowText };
}

/** What the database's clock says, which is the leader's. */
export interface Clock extends TickNow {
  /** How far the earliest next run lies ahead, in milliseconds; 0 or less when it is due, null when there is none. */
  readonly nextDueMs: number | null;
}

/** The leader's clock, and when there will be something to decide. */
export async function readClock(database: Queryable, names: Names, range: DueRange): Promise<Clock> {
  const clock = await readRow<{ readonly now: string; readonly next_due_ms: number | null }>(
    database,
    `SELECT json_build_object('now', now(), 'next_due_ms', (SELECT extract(epoch FROM s.next_run_at - now()) * 1000
       FROM ${names.schedules} s WHERE ${dueRangeSql} ORDER BY s.next_run_at LIMIT 1))::text AS json`,
    dueRangeBindings(range),
  );
  if (clock === undefined) throw new Error('now() returned no row');
  return { now: new Date(clock.now), nowText: clock.now, nextDueMs: clock.next_due_ms };
}
