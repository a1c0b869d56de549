import { nextOccurrence } from '../calendar/next-occurrence.ts';
import type { Principal } from '../catalogue/principal.ts';
import { inTransaction } from '../database/in-transaction.ts';
import { type Names, resolveNames } from '../database/names.ts';
import type { Database } from '../database/read-rows.ts';
import { WorkerSchedulesError } from '../errors.ts';
import { checkSchedule, checkWorker } from './check-schedule.ts';
import { planEdit, type WantedSchedule } from './plan-edit.ts';
import { type LockedSchedule, lockSchedule, readNow } from './read-schedule.ts';
import type { Schedule } from './schedule.ts';
import type { SaveOptions } from './schedule-options.ts';
import { insertSchedule, notifyScheduler, updateSchedule, writeTakenFire } from './write-edit.ts';

interface EditInput {
  readonly workerName: string;
  readonly by?: Principal | undefined;
  /** Called with the stored schedule while its row is locked; throws to refuse the edit (If-Match). */
  readonly precondition?: ((current: Schedule | undefined) => void) | undefined;
}

export interface SaveInput extends EditInput {
  readonly cron: string;
  /** Default: the option `defaultTimezone`. */
  readonly timezone?: string | undefined;
  /** Default: as it is; true for a new schedule. A save on every deploy so cannot undo an operator's pause. */
  readonly enabled?: boolean | undefined;
  readonly request: unknown;
}

export interface PatchInput extends EditInput {
  readonly changes: Partial<WantedSchedule>;
}

export interface SaveResult {
  readonly schedule: Schedule;
  readonly created: boolean;
  /** False when the save was identical to what is stored; nothing was written then. */
  readonly changed: boolean;
}

/**
 * Creates or replaces the schedule of a worker. Inside the host's transaction nothing remains of it when that is rolled
 * back, and nobody is woken. Throws `unknown_worker`, `invalid_cron`, `invalid_timezone`, `invalid_request`,
 * `invalid_schedule` or `slot_contended`.
 */
export async function saveSchedule(
  database: Database,
  input: SaveInput,
  options: SaveOptions = {},
): Promise<SaveResult> {
  checkWorker(input.workerName, options);
  const asked = {
    cron: input.cron,
    timezone: input.timezone ?? options.defaultTimezone ?? 'UTC',
    enabled: input.enabled ?? true,
    request: input.request ?? null,
  };
  const checked = await checkSchedule(input.workerName, asked, options);
  const names = resolveNames(options.names);
  return await inTransaction(database, async (trx) => {
    for (;;) {
      const locked = await lockSchedule(trx, names, input.workerName);
      input.precondition?.(locked?.schedule);
      const enabled = input.enabled ?? locked?.schedule.enabled ?? true;
      const edit = { ...input, wanted: { ...checked, enabled } };
      const result =
        locked === undefined
          ? await createSchedule(trx, names, edit)
          : await editSchedule(trx, names, { locked, edit });
      if (result !== undefined) return result;
    }
  });
}

/**
 * Changes some members of a schedule; `request` is replaced whole. Members that it does not bring are not judged again, so
 * that a schedule of a worker that is gone can still be paused. Throws as `saveSchedule` does, and `no_schedule`.
 */
export async function patchSchedule(
  database: Database,
  input: PatchInput,
  options: SaveOptions = {},
): Promise<SaveResult> {
  const changes = await checkSchedule(input.workerName, given(input.changes), options);
  const names = resolveNames(options.names);
  return await inTransaction(database, async (trx) => {
    const locked = await lockSchedule(trx, names, input.workerName);
    input.precondition?.(locked?.schedule);
    if (locked === undefined) throw noSchedule(input.workerName);
    const { cron, timezone, enabled, request } = { ...locked.schedule, ...changes };
    const wanted = { cron, timezone, enabled, request };
    return await editSchedule(trx, names, { locked, edit: { ...input, wanted } });
  });
}

/** A member that is there but undefined is not a change. */
function given(changes: Partial<WantedSchedule>): Partial<WantedSchedule> {
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
}

/** The error for a worker without a schedule. */
export function noSchedule(workerName: string): WorkerSchedulesError {
  return new WorkerSchedulesError('no_schedule', `Worker ${workerName} has no schedule.`);
}

type Edit = EditInput & { readonly wanted: WantedSchedule };

async function createSchedule(trx: Database, names: Names, edit: Edit): Promise<SaveResult | undefined> {
  const { workerName, wanted, by } = edit;
  const after = await readNow(trx);
  const nextRunAt = wanted.enabled ? nextOccurrence(wanted.cron, { timezone: wanted.timezone, after }) : null;
  const schedule = await insertSchedule(trx, names, { workerName, wanted, by, nextRunAt });
  if (schedule === undefined) return undefined;
  await notifyScheduler(trx, names);
  return { schedule, created: true, changed: true };
}

async function editSchedule(
  trx: Database,
  names: Names,
  { locked, edit }: { readonly locked: LockedSchedule; readonly edit: Edit },
): Promise<SaveResult> {
  const { workerName, wanted, by } = edit;
  const plan = planEdit(locked.schedule, wanted, locked);
  if (!plan.changed) return { schedule: locked.schedule, created: false, changed: false };
  if (plan.taken !== null) await writeTakenFire(trx, names, { locked, taken: plan.taken });
  const schedule = await updateSchedule(trx, names, { workerName, wanted, by, plan });
  await notifyScheduler(trx, names);
  return { schedule, created: false, changed: true };
}
