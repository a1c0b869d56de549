import type { Principal } from '../catalogue/principal.ts';
import type { Names } from '../database/names.ts';
import { type Database, execute, readRow } from '../database/read-rows.ts';
import type { EditPlan, TakenOccurrence, WantedSchedule } from './plan-edit.ts';
import type { LockedSchedule } from './read-schedule.ts';
import { type Schedule, scheduleJson, type ScheduleRow, toSchedule } from './schedule.ts';

export interface EditWrite {
  readonly workerName: string;
  readonly wanted: WantedSchedule;
  readonly by: Principal | undefined;
}

/** Inserts a new schedule, or returns undefined when somebody else created it a moment ago. */
export async function insertSchedule(
  trx: Database,
  names: Names,
  { workerName, wanted, by, nextRunAt }: EditWrite & { readonly nextRunAt: Date | null },
): Promise<Schedule | undefined> {
  const row = await readRow<ScheduleRow>(
    trx,
    `INSERT INTO ${names.schedules} AS s (worker_name, kind, enabled, cron, timezone, request, next_run_at,
       switched_at, switched_by, switched_by_user_id, updated_by, updated_by_user_id, created_at, updated_at, version)
     SELECT ?, 'cron', ?, ?, ?, ?::jsonb, ?::timestamptz, m.at, m.name, m.id, m.name, m.id, m.at, m.at, 1
       FROM (SELECT statement_timestamp() AS at, ?::text AS name, ?::text AS id) m
     ON CONFLICT (worker_name) DO NOTHING
     RETURNING ${scheduleJson()}::text AS json`,
    [
      workerName,
      wanted.enabled,
      wanted.cron,
      wanted.timezone,
      JSON.stringify(wanted.request),
      nextRunAt?.toISOString() ?? null,
      by?.name ?? null,
      by?.id ?? null,
    ],
  );
  return row === undefined ? undefined : toSchedule(row);
}

/** Writes what an edit changed, and only the columns that edits own. The row is locked by the caller. */
export async function updateSchedule(
  trx: Database,
  names: Names,
  { workerName, wanted, by, plan }: EditWrite & { readonly plan: EditPlan },
): Promise<Schedule> {
  const keep = plan.nextRunAt === 'keep';
  const row = await readRow<ScheduleRow>(
    trx,
    `UPDATE ${names.schedules} s
        SET enabled = ?, cron = ?, timezone = ?, request = ?::jsonb, updated_by = m.name, updated_by_user_id = m.id,
            next_run_at = CASE WHEN ? THEN s.next_run_at ELSE ?::timestamptz END,
            fault = CASE WHEN ? THEN s.fault END,
            switched_at = CASE WHEN ? THEN m.at ELSE s.switched_at END,
            switched_by = CASE WHEN ? THEN m.name ELSE s.switched_by END,
            switched_by_user_id = CASE WHEN ? THEN m.id ELSE s.switched_by_user_id END,
            updated_at = m.at, version = s.version + 1
       FROM (SELECT statement_timestamp() AS at, ?::text AS name, ?::text AS id) m
      WHERE s.worker_name = ? RETURNING ${scheduleJson()}::text AS json`,
    [
      ...[wanted.enabled, wanted.cron, wanted.timezone, JSON.stringify(wanted.request)],
      ...[keep, plan.nextRunAt === 'keep' ? null : (plan.nextRunAt?.toISOString() ?? null), keep],
      ...[plan.switched, plan.switched, plan.switched],
      ...[by?.name ?? null, by?.id ?? null, workerName],
    ],
  );
  if (row === undefined) throw new Error(`The locked schedule of ${workerName} is gone`);
  return toSchedule(row);
}

/**
 * Records the occurrence that an edit takes away. The caller holds the schedule's row, so no tick decides it meanwhile; one
 * that was decided before (a clock that stepped back) stays as it was decided.
 */
export async function writeTakenFire(
  trx: Database,
  names: Names,
  { locked, taken }: { readonly locked: LockedSchedule; readonly taken: TakenOccurrence },
): Promise<void> {
  const due = locked.nextRunAtText;
  await execute(
    trx,
    `INSERT INTO ${names.fires} (worker_name, scheduled_at, decided_at, outcome, reason, coalesced_from)
     VALUES (?, ?::timestamptz, statement_timestamp(), 'skipped', ?, ?::timestamptz)
     ON CONFLICT (worker_name, scheduled_at) DO NOTHING`,
    [
      locked.schedule.workerName,
      taken.scheduledAt?.toISOString() ?? due,
      taken.reason,
      taken.scheduledAt === null ? null : due,
    ],
  );
}

/** Wakes the leader when the transaction commits. */
export async function notifyScheduler(trx: Database, names: Names): Promise<void> {
  await execute(trx, `SELECT pg_notify(?, '')`, [names.channels.scheduler]);
}
