import type { Names } from '../database/names.ts';
import type { Binding } from '../database/read-rows.ts';

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

/** What is due, as one array for each column: a fifth of what a row each costs both sides. */
export interface DueColumns {
  readonly worker_names: readonly string[];
  readonly crons: readonly string[];
  readonly timezones: readonly string[];
  readonly requests: readonly unknown[];
  readonly next_runs_at: readonly string[];
  readonly versions: readonly number[];
}

/**
 * SQL of one JSON value, `DueColumns` or null: the schedules in the range that have been due for longest, at most so many,
 * without locking any. It takes what `dueRangeSql` takes, and the limit.
 */
export function dueColumnsSql(names: Names): string {
  return `(SELECT json_build_object('worker_names', array_agg(s.worker_name), 'crons', array_agg(s.cron),
     'timezones', array_agg(s.timezone), 'requests', json_agg(s.request), 'next_runs_at', array_agg(s.next_run_at),
     'versions', array_agg(s.version))
     FROM (SELECT s.* FROM ${names.schedules} s WHERE s.next_run_at <= now() AND ${dueRangeSql}
            ORDER BY s.next_run_at LIMIT ?) s
   HAVING count(*) > 0)`;
}

/** The rows of the columns. */
export function toDue(due: DueColumns | null): DueSchedule[] {
  return due === null ? [] : due.worker_names.map((workerName, index) => dueAt(due, index, workerName));
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
