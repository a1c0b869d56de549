import { resolveNames } from '../database/names.ts';
import { type Database, readRows } from '../database/read-rows.ts';
import type { Fire } from './fire.ts';
import { fireJson, type FireRow, toFire } from './fire-row.ts';
import type { ScheduleOptions } from './schedule-options.ts';

/** What was decided about the occurrence that each schedule skipped last, as long as it is kept; by the primary key. */
export async function listLastSkips(database: Database, options: ScheduleOptions = {}): Promise<Fire[]> {
  const names = resolveNames(options.names);
  const rows = await readRows<FireRow>(
    database,
    `SELECT ${fireJson}::text AS json FROM ${names.schedules} s
       JOIN ${names.fires} f ON f.worker_name = s.worker_name AND f.scheduled_at = s.last_skipped_at`,
  );
  return rows.map(toFire);
}
