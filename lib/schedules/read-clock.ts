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

interface Clock {
  readonly now: string;
  readonly next_due_ms: number | null;
}

/** The leader's clock, which is the database's, and how far the earliest next run lies ahead (ms; negative when due). */
export async function readClock(
  database: Queryable,
  names: Names,
  range: DueRange,
): Promise<{ readonly now: Date; readonly nextDueMs: number | null }> {
  const clock = await readRow<Clock>(
    database,
    `SELECT json_build_object('now', now(), 'next_due_ms', (SELECT extract(epoch FROM s.next_run_at - now()) * 1000
       FROM ${names.schedules} s WHERE ${dueRangeSql} ORDER BY s.next_run_at LIMIT 1))::text AS json`,
    dueRangeBindings(range),
  );
  if (clock === undefined) throw new Error('now() returned no row');
  return { now: new Date(clock.now), nextDueMs: clock.next_due_ms };
}
