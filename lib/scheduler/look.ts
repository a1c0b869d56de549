import type { Names } from '../database/names.ts';
import { type Queryable, readRow } from '../database/read-rows.ts';
import { anyExpiredSql } from '../ledger/interrupt-expired.ts';
import { anyOwedSql } from '../ledger/owed-retries.ts';
import type { TickNow } from '../schedules/read-clock.ts';
import {
  type DueColumns,
  dueColumnsSql,
  type DueRange,
  dueRangeBindings,
  dueRangeSql,
  type DueSchedule,
  toDue,
} from '../schedules/read-due.ts';

/** What a leader sees when it looks. */
export interface Sight extends TickNow {
  /** How far the earliest next run lies ahead, in milliseconds; 0 or less when it is due, null when there is none. */
  readonly nextDueMs: number | null;
  /** Whether a lease is over. */
  readonly isExpired: boolean;
  /** Whether a retry is owed. */
  readonly isOwed: boolean;
  /** What has been due for longest, at most `limit`, as the host's code is asked about it before we lock. */
  readonly due: readonly DueSchedule[];
}

/** What a leader wants to know of what is due. */
interface Wanted {
  readonly limit: number;
  /** Whether the host's code is asked, so that it takes their requests. */
  readonly withRequests: boolean;
}

interface Answer {
  readonly now: string;
  readonly next_due_ms: number | null;
  readonly is_expired: boolean;
  readonly is_owed: boolean;
  readonly due: readonly DueColumns[] | null;
}

/**
 * The clock, what is due next and now, and whether a lease is over or a retry is owed: one question, so that idleness is
 * cheap and who is due is not kept waiting. Where nothing is due, what is due is not looked for.
 */
export async function look(
  database: Queryable,
  names: Names,
  { limit, withRequests, ...range }: DueRange & Wanted,
): Promise<Sight> {
  const answer = await readRow<Answer>(
    database,
    `SELECT json_build_object('now', now(), 'next_due_ms', n.ms, 'is_expired', ${anyExpiredSql(names)},
       'is_owed', ${anyOwedSql(names)}, 'due', CASE WHEN n.ms <= 0 THEN ${dueColumnsSql(names, { withRequests })} END)::text AS json
       FROM (SELECT (SELECT extract(epoch FROM s.next_run_at - now()) * 1000 FROM ${names.schedules} s
                      WHERE ${dueRangeSql} ORDER BY s.next_run_at LIMIT 1) AS ms OFFSET 0) n`,
    [JSON.stringify(range.except), ...dueRangeBindings(range), limit, ...dueRangeBindings(range)],
  );
  if (answer === undefined) throw new Error('now() returned no row');
  const { now, next_due_ms: nextDueMs, is_expired: isExpired, is_owed: isOwed, due } = answer;
  return { now: new Date(now), nowText: now, nextDueMs, isExpired, isOwed, due: toDue(due) };
}
