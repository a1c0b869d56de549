import { arrayLiteral } from '../database/array-literal.ts';
import type { Names } from '../database/names.ts';
import { type Binding, type Queryable, readRow } from '../database/read-rows.ts';

/** A schedule that is due, as it was read; `nextRunAtText` has the microseconds that a Date loses. */
export interface DueSchedule {
  readonly workerName: string;
  readonly cron: string;
  readonly timezone: string;
  readonly request: unknown;
  readonly nextRunAtText: string;
  readonly version: number;
}

/** Where the leader looks for what is due. */
export interface DueRange {
  /** Nothing is due before this instant; null where that is not known. */
  readonly since: string | null;
  /** Workers that are left alone for the moment. */
  readonly except: readonly string[];
}

/**
 * SQL that is true for a schedule `s` in the range. The lower bound keeps the scan from index entries of the past that an old
 * snapshot still holds.
 */
export const dueRangeSql = `s.next_run_at >= ?::timestamptz
  AND s.worker_name NOT IN (SELECT jsonb_array_elements_text(?::jsonb))`;

/** What `dueRangeSql` takes. */
export function dueRangeBindings({ since, except }: DueRange): Binding[] {
  return [since ?? '-infinity', JSON.stringify(except)];
}

/** A list of rows as one array for each column: a fifth of what a row each costs both sides. */
interface DueColumns {
  readonly worker_names: readonly string[];
  readonly crons: readonly string[];
  readonly timezones: readonly string[];
  readonly requests: readonly unknown[];
  readonly next_runs_at: readonly string[];
  readonly versions: readonly number[];
}

/** The `limit` schedules that have been due for longest, without locking any: what the host's code is asked about before we lock. */
export async function readDue(
  database: Queryable,
  names: Names,
  { limit, ...range }: DueRange & { readonly limit: number },
): Promise<DueSchedule[]> {
  const due = await readRow<DueColumns>(
    database,
    `SELECT json_build_object('worker_names', array_agg(s.worker_name), 'crons', array_agg(s.cron),
       'timezones', array_agg(s.timezone), 'requests', json_agg(s.request), 'next_runs_at', array_agg(s.next_run_at),
       'versions', array_agg(s.version))::text AS json
       FROM (SELECT s.* FROM ${names.schedules} s WHERE s.next_run_at <= now() AND ${dueRangeSql}
              ORDER BY s.next_run_at LIMIT ?) s
     HAVING count(*) > 0`,
    [...dueRangeBindings(range), limit],
  );
  return due === undefined ? [] : due.worker_names.map((workerName, index) => dueAt(due, index, workerName));
}

function dueAt(due: DueColumns, index: number, workerName: string): DueSchedule {
  const { crons, timezones, requests, next_runs_at, versions } = due;
  return {
    workerName,
    cron: crons[index] ?? '',
    timezone: timezones[index] ?? '',
    request: requests[index],
    nextRunAtText: next_runs_at[index] ?? '',
    version: versions[index] ?? 0,
  };
}

/** What locking found. */
export interface LockedDue {
  /** The instant of the transaction. */
  readonly now: Date;
  /** Workers whose row is not held: somebody else holds it, or has edited or moved it since it was read. */
  readonly lost: ReadonlySet<string>;
}

/**
 * Locks those of the schedules that are still due and still as they were read, in the one lock order (worker name). A row
 * that an operator's transaction holds is passed over and stays due.
 */
export async function lockDue(trx: Queryable, names: Names, due: readonly DueSchedule[]): Promise<LockedDue> {
  const locked = await readRow<{ readonly now: string; readonly lost: readonly string[] | null }>(
    trx,
    `WITH wanted AS MATERIALIZED (
      SELECT * FROM unnest(?::text[], ?::int[], ?::timestamptz[]) w(worker_name, version, next_run_at)),
     held AS MATERIALIZED (
      SELECT s.worker_name FROM wanted w JOIN ${names.schedules} s ON s.worker_name = w.worker_name
       WHERE s.version = w.version AND s.next_run_at = w.next_run_at AND s.next_run_at <= now()
       ORDER BY s.worker_name FOR UPDATE OF s SKIP LOCKED)
     SELECT json_build_object('now', now(), 'lost', array_agg(w.worker_name) FILTER (WHERE h.worker_name IS NULL))::text AS json
       FROM wanted w LEFT JOIN held h ON h.worker_name = w.worker_name`,
    [
      arrayLiteral(due.map(({ workerName }) => workerName)),
      arrayLiteral(due.map(({ version }) => String(version))),
      arrayLiteral(due.map(({ nextRunAtText }) => nextRunAtText)),
    ],
  );
  if (locked === undefined) throw new Error('now() returned no row');
  return { now: new Date(locked.now), lost: new Set(locked.lost) };
}
