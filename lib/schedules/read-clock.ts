import type { Names } from '../database/names.ts';
import { type Binding, type Queryable, readRow } from '../database/read-rows.ts';
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

/** What is asked along with the clock: SQL that is a boolean, and what it takes. */
export interface Question {
  readonly sql: string;
  readonly bindings: readonly Binding[];
}

interface ClockInput<Asked extends string> {
  readonly range: DueRange;
  readonly questions: Readonly<Record<Asked, Question>>;
}

/** What the clock said, and the answer to each question. */
export interface AskedClock<Asked extends string> extends Clock {
  readonly answers: Readonly<Record<Asked, boolean>>;
}

/** The leader's clock, when there will be something to decide, and whatever else is asked: in one statement. */
export async function readClock<Asked extends string>(
  database: Queryable,
  names: Names,
  { range, questions }: ClockInput<Asked>,
): Promise<AskedClock<Asked>> {
  const asked = Object.entries<Question>(questions);
  const clock = await readRow<{
    readonly now: string;
    readonly next_due_ms: number | null;
    readonly answers: Readonly<Record<Asked, boolean>>;
  }>(
    database,
    `SELECT json_build_object('now', now(), 'next_due_ms', (SELECT extract(epoch FROM s.next_run_at - now()) * 1000
       FROM ${names.schedules} s WHERE ${dueRangeSql} ORDER BY s.next_run_at LIMIT 1),
       'answers', json_build_object(${asked.map(([name, { sql }]) => `'${name}', ${sql}`).join(', ')}))::text AS json`,
    [...dueRangeBindings(range), ...asked.flatMap(([, { bindings }]) => bindings)],
  );
  if (clock === undefined) throw new Error('now() returned no row');
  return { now: new Date(clock.now), nowText: clock.now, nextDueMs: clock.next_due_ms, answers: clock.answers };
}
