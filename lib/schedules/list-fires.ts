import { workerNameFault } from '../catalogue/worker-name.ts';
import { resolveNames } from '../database/names.ts';
import { type Database, readRows } from '../database/read-rows.ts';
import type { Fire } from './fire.ts';
import { fireJson, type FireRow, toFire } from './fire-row.ts';
import type { ScheduleOptions } from './schedule-options.ts';

export interface FireFilter {
  readonly workerName: string;
  /** 1 to 200. Default: 50. */
  readonly limit?: number | undefined;
  /** Only occurrences before this one: the last of the page before. */
  readonly before?: Date | undefined;
}

/** The decided occurrences of a worker, newest first; read along the primary key. */
export async function listFires(
  database: Database,
  filter: FireFilter,
  options: ScheduleOptions = {},
): Promise<Fire[]> {
  if (workerNameFault(filter.workerName) !== undefined) return [];
  const names = resolveNames(options.names);
  const rows = await readRows<FireRow>(
    database,
    `SELECT ${fireJson}::text AS json
       FROM ${names.fires} f WHERE f.worker_name = ? AND f.scheduled_at < ?::timestamptz
      ORDER BY f.scheduled_at DESC LIMIT ?`,
    [filter.workerName, filter.before?.toISOString() ?? 'infinity', pageSize(filter.limit)],
  );
  return rows.map(toFire);
}

function pageSize(limit = 50): number {
  return Math.min(Math.max(Math.trunc(limit) || 1, 1), 200);
}
