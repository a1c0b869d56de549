import { resolveNames } from '../database/names.ts';
import { type Database, readRow, toDate } from '../database/read-rows.ts';
import type { ScheduleOptions } from './schedule-options.ts';

/** What the database itself knows of the schedulers, whatever they say of themselves. */
export interface SchedulerHealth {
  readonly now: Date;
  /** Process id of the backend that holds the leader's lock, or null. */
  readonly lockHolder: number | null;
  /** Application names of the sessions that wait for the lock at this moment. */
  readonly standbys: readonly string[];
  /** The earliest occurrence that is due and undecided. */
  readonly dueSince: Date | null;
}

interface HealthRow {
  readonly now: string;
  readonly holder: number | null;
  readonly standbys: readonly (string | null)[];
  readonly due_since: string | null;
}

/** Reads the lock table and the due index; takes no lock itself. A standby between two of its waits is not seen. */
export async function readSchedulerHealth(database: Database, options: ScheduleOptions = {}): Promise<SchedulerHealth> {
  const names = resolveNames(options.names);
  const row = await readRow<HealthRow>(
    database,
    `WITH sessions AS MATERIALIZED (
      SELECT l.pid, l.granted, a.application_name AS name
        FROM pg_catalog.pg_locks l
        JOIN pg_catalog.pg_database d ON d.oid = l.database AND d.datname = current_database()
        LEFT JOIN pg_catalog.pg_stat_activity a ON a.pid = l.pid
       WHERE l.locktype = 'advisory' AND l.objsubid = 2
         AND l.classid::bigint = ?::bigint AND l.objid::bigint = ?::bigint)
    SELECT json_build_object('now', statement_timestamp(),
      'holder', (SELECT min(s.pid) FROM sessions s WHERE s.granted),
      'standbys', (SELECT coalesce(json_agg(s.name ORDER BY s.name), '[]'::json) FROM sessions s WHERE NOT s.granted),
      'due_since', (SELECT min(s.next_run_at) FROM ${names.schedules} s
        WHERE s.next_run_at <= statement_timestamp()))::text AS json`,
    names.lockKey.map((half) => half >>> 0),
  );
  if (row === undefined) throw new Error('The health of the schedulers is one row');
  return {
    now: new Date(row.now),
    lockHolder: row.holder,
    standbys: row.standbys.map((name) => name ?? ''),
    dueSince: toDate(row.due_since),
  };
}
