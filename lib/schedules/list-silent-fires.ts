import { resolveNames } from '../database/names.ts';
import { type Database, readRows } from '../database/read-rows.ts';
import type { Fire } from './fire.ts';
import { fireJson, type FireRow, toFire } from './fire-row.ts';
import type { ScheduleOptions } from './schedule-options.ts';

/** Which occurrences: of these workers, from an instant on. */
export interface SilentFiresFilter {
  readonly workerNames: readonly string[];
  readonly from: Date;
  /** Occurrences of each worker that are looked at, newest first, those that did enqueue too: 1 to 2000. */
  readonly limit: number;
}

/**
 * The occurrences of several workers that enqueued nothing, newest first, in one statement. Per worker it reads at most
 * `limit` rows along the primary key.
 */
export async function listSilentFires(
  database: Database,
  { workerNames, from, limit }: SilentFiresFilter,
  options: ScheduleOptions = {},
): Promise<Fire[]> {
  const names = resolveNames(options.names);
  const rows = await readRows<FireRow>(
    database,
    `SELECT ${fireJson}::text AS json FROM jsonb_array_elements_text(?::jsonb) AS w (name)
      CROSS JOIN LATERAL (SELECT f.* FROM ${names.fires} f
        WHERE f.worker_name = w.name AND f.scheduled_at >= ?::timestamptz
        ORDER BY f.scheduled_at DESC LIMIT ?) f
      WHERE f.outcome <> 'enqueued'`,
    [JSON.stringify(workerNames), from.toISOString(), limit],
  );
  return rows.map(toFire);
}
