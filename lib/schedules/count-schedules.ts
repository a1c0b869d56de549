import { resolveNames } from '../database/names.ts';
import { type Database, readRow } from '../database/read-rows.ts';
import type { ScheduleOptions } from './schedule-options.ts';

/** How many schedules there are, and of those that cannot go on, which. */
export interface ScheduleCounts {
  readonly enabled: number;
  readonly paused: number;
  /** Due and not decided yet. */
  readonly due: number;
  /** Schedules without a next run because of a fault, by worker name; at most 100 of them. */
  readonly faulty: readonly { readonly workerName: string; readonly fault: string }[];
}

/** Reads the whole table, which has one row per worker. */
export async function countSchedules(database: Database, options: ScheduleOptions = {}): Promise<ScheduleCounts> {
  const names = resolveNames(options.names);
  const counts = await readRow<ScheduleCounts>(
    database,
    `SELECT json_build_object('enabled', count(*) FILTER (WHERE s.enabled),
       'paused', count(*) FILTER (WHERE NOT s.enabled),
       'due', count(*) FILTER (WHERE s.next_run_at <= statement_timestamp()),
       'faulty', (SELECT coalesce(json_agg(json_build_object('workerName', f.worker_name, 'fault', f.fault)
           ORDER BY f.worker_name), '[]'::json)
         FROM (SELECT * FROM ${names.schedules} f WHERE f.enabled AND f.fault IS NOT NULL
               ORDER BY f.worker_name LIMIT 100) f))::text AS json
       FROM ${names.schedules} s`,
  );
  if (counts === undefined) throw new Error('A count is one row');
  return counts;
}
