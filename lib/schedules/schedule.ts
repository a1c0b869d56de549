import type { Names } from '../database/names.ts';
import { toDate } from '../database/read-rows.ts';

/** The agenda of one worker. */
export interface Schedule<Request = unknown> {
  readonly workerName: string;
  readonly kind: string;
  readonly enabled: boolean;
  /** Five-field expression, as the operator wrote it. */
  readonly cron: string;
  /** IANA name. */
  readonly timezone: string;
  /** The body that asks for a run, pinned as it was sent. */
  readonly request: Request;
  /** Null exactly when the schedule is paused, faulty or over. */
  readonly nextRunAt: Date | null;
  /** The occurrence that was enqueued last. */
  readonly lastEnqueuedAt: Date | null;
  /** The occurrence that was skipped last. */
  readonly lastSkippedAt: Date | null;
  readonly switchedAt: Date;
  readonly switchedBy: string | null;
  readonly switchedByUserId: string | null;
  readonly updatedBy: string | null;
  readonly updatedByUserId: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** Counts the edits of operators; the scheduler never moves it. */
  readonly version: number;
  /** Why no next run can be computed, or null. */
  readonly fault: string | null;
}

/** A schedule as `scheduleJson` writes it. */
export interface ScheduleRow {
  readonly worker_name: string;
  readonly kind: string;
  readonly enabled: boolean;
  readonly cron: string;
  readonly timezone: string;
  readonly request: unknown;
  readonly next_run_at: string | null;
  readonly last_enqueued_at: string | null;
  readonly last_skipped_at: string | null;
  readonly switched_at: string;
  readonly switched_by: string | null;
  readonly switched_by_user_id: string | null;
  readonly updated_by: string | null;
  readonly updated_by_user_id: string | null;
  readonly created_at: string;
  readonly updated_at: string;
  readonly version: number;
  readonly fault: string | null;
}

const COLUMNS: readonly (keyof ScheduleRow)[] = [
  ...(['worker_name', 'kind', 'enabled', 'cron', 'timezone', 'request', 'next_run_at', 'last_enqueued_at'] as const),
  ...(['last_skipped_at', 'switched_at', 'switched_by', 'switched_by_user_id', 'updated_by'] as const),
  ...(['updated_by_user_id', 'created_at', 'updated_at', 'version', 'fault'] as const),
];

/** SQL that writes the schedule of the table alias `s` as JSON. */
export function scheduleJson(): string {
  return `json_build_object(${COLUMNS.map((column) => `'${column}', s.${column}`).join(', ')})`;
}

/** The one mapper from the table's row to the domain's schedule. */
export function toSchedule(row: ScheduleRow): Schedule {
  return {
    workerName: row.worker_name,
    kind: row.kind,
    enabled: row.enabled,
    cron: row.cron,
    timezone: row.timezone,
    request: row.request,
    nextRunAt: toDate(row.next_run_at),
    lastEnqueuedAt: toDate(row.last_enqueued_at),
    lastSkippedAt: toDate(row.last_skipped_at),
    switchedAt: toDate(row.switched_at),
    switchedBy: row.switched_by,
    switchedByUserId: row.switched_by_user_id,
    updatedBy: row.updated_by,
    updatedByUserId: row.updated_by_user_id,
    createdAt: toDate(row.created_at),
    updatedAt: toDate(row.updated_at),
    version: row.version,
    fault: row.fault,
  };
}

/** SQL for the schedule's table under the alias that `scheduleJson` expects. */
export function scheduleTable(names: Names): string {
  return `${names.schedules} s`;
}
