import type { Names } from '../database/names.ts';
import type { Queryable } from '../database/read-rows.ts';
import { anyExpiredSql } from '../ledger/interrupt-expired.ts';
import { anyOwedSql } from '../ledger/owed-retries.ts';
import { type AskedClock, readClock } from '../schedules/read-clock.ts';
import type { DueRange } from '../schedules/read-due.ts';

/** The clock, what is due next, and whether a lease is over or a retry is owed: one question, so that idleness is cheap. */
export async function look(
  database: Queryable,
  names: Names,
  range: DueRange,
): Promise<AskedClock<'isExpired' | 'isOwed'>> {
  const questions = {
    isExpired: { sql: anyExpiredSql(names), bindings: [] },
    isOwed: { sql: anyOwedSql(names), bindings: [JSON.stringify(range.except)] },
  };
  return await readClock(database, names, { range, questions });
}
