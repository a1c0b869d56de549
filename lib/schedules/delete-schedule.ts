import { inTransaction } from '../database/in-transaction.ts';
import { type Names, resolveNames } from '../database/names.ts';
import { type Database, execute } from '../database/read-rows.ts';
import { takenOccurrence } from './plan-edit.ts';
import { lockSchedule } from './read-schedule.ts';
import type { Schedule } from './schedule.ts';
import type { ScheduleOptions } from './schedule-options.ts';
import { notifyScheduler, writeTakenFire } from './write-edit.ts';

export interface DeleteInput {
  readonly workerName: string;
  /** Called with the stored schedule while its row is locked; throws to refuse (If-Match). */
  readonly precondition?: ((current: Schedule | undefined) => void) | undefined;
}

/**
 * Deletes a schedule, also of a worker that the catalogue no longer names. Its runs stay, a queued retry stays and can be
 * cancelled, and no new one is made. Returns whether there was one.
 */
export async function deleteSchedule(
  database: Database,
  input: DeleteInput,
  options: ScheduleOptions = {},
): Promise<boolean> {
  const names = resolveNames(options.names);
  return await inTransaction(database, async (trx) => {
    const locked = await lockSchedule(trx, names, input.workerName);
    input.precondition?.(locked?.schedule);
    if (locked === undefined) return false;
    const taken = takenOccurrence(locked.schedule, locked, 'deleted');
    if (taken !== null) await writeTakenFire(trx, names, { locked, taken });
    await removeSchedule(trx, names, input.workerName);
    await notifyScheduler(trx, names);
    return true;
  });
}

/** The row is locked by the caller, so the tick has decided before or finds nothing after. */
async function removeSchedule(trx: Database, names: Names, workerName: string): Promise<void> {
  await execute(trx, `DELETE FROM ${names.schedules} s WHERE s.worker_name = ?`, [workerName]);
}
