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

/** What is due at one instant, as one array for each column: a fifth of what a row each costs both sides. */
export interface DueColumns {
  readonly next_run_at: string;
  readonly worker_names: readonly string[];
  readonly crons: readonly string[];
  readonly timezones: readonly string[];
  readonly versions: readonly number[];
  /** Null where nobody asked for them. */
  readonly requests: readonly unknown[] | null;
}

/**
 * SQL of one JSON value, an array of `DueColumns` or null: the schedules in the range that have been due for longest, at most so
 * many, without locking any. It takes what `dueRangeSql` takes, and the limit.
 */
export function dueColumnsSql(names: Names, { withRequests }: { readonly withRequests: boolean }): string {
  return `(SELECT json_agg(at_once.columns) FROM (
     SELECT json_build_object('next_run_at', s.next_run_at, 'worker_names', array_agg(s.worker_name),
       'crons', array_agg(s.cron), 'timezones', array_agg(s.timezone), 'versions', array_agg(s.version),
       'requests', ${withRequests ? 'json_agg(s.request)' : 'NULL'}) AS columns
     FROM (SELECT s.* FROM ${names.schedules} s WHERE s.next_run_at <= now() AND ${dueRangeSql}
            ORDER BY s.next_run_at LIMIT ?) s
    GROUP BY s.next_run_at ORDER BY s.next_run_at) at_once)`;
}

/** The rows of the columns; without requests each row's is null. */
export function toDue(due: readonly DueColumns[] | null): DueSchedule[] {
  return (due ?? []).flatMap((columns) =>
    columns.worker_names.map((workerName, index) => dueAt(columns, index, workerName)),
  );
}

function dueAt(due: DueColumns, index: number, workerName: string): DueSchedule {
  const { next_run_at: nextRunAtText, crons, timezones, versions, requests } = due;
  return {
    workerName,
    cron: crons[index] ?? '',
    timezone: timezones[index] ?? '',
    request: requests?.[index] ?? null,
    nextRunAtText,
    version: versions[index] ?? 0,
  };
}
