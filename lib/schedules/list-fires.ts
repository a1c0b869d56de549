import { workerNameFault } from '../catalogue/worker-name.ts';
import { resolveNames } from '../database/names.ts';
import { type Database, readRows } from '../database/read-rows.ts';
import { toDate } from '../database/read-rows.ts';
import type { Fire, FireOutcome, FireReason } from './fire.ts';
import type { ScheduleOptions } from './schedule-options.ts';

interface FireRow {
  readonly worker_name: string;
  readonly scheduled_at: string;
  readonly decided_at: string;
  readonly outcome: FireOutcome;
  readonly reason: FireReason | null;
  readonly run_id: string | null;
  readonly coalesced_from: string | null;
  readonly detail: string | null;
}

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
    `SELECT json_build_object('worker_name', f.worker_name, 'scheduled_at', f.scheduled_at, 'decided_at', f.decided_at,
       'outcome', f.outcome, 'reason', f.reason, 'run_id', f.run_id, 'coalesced_from', f.coalesced_from,
       'detail', f.detail)::text AS json
       FROM ${names.fires} f WHERE f.worker_name = ? AND f.scheduled_at < ?::timestamptz
      ORDER BY f.scheduled_at DESC LIMIT ?`,
    [filter.workerName, filter.before?.toISOString() ?? 'infinity', pageSize(filter.limit)],
  );
  return rows.map((row) => ({
    workerName: row.worker_name,
    scheduledAt: toDate(row.scheduled_at),
    decidedAt: toDate(row.decided_at),
    outcome: row.outcome,
    reason: row.reason,
    runId: row.run_id,
    coalescedFrom: toDate(row.coalesced_from),
    detail: row.detail,
  }));
}

function pageSize(limit = 50): number {
  return Math.min(Math.max(Math.trunc(limit) || 1, 1), 200);
}
