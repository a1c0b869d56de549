import type { Principal } from '../catalogue/principal.ts';
import type { Database } from '../database/read-rows.ts';
import { patchSchedule, type SaveResult } from './save-schedule.ts';
import type { SaveOptions } from './schedule-options.ts';

export interface SwitchInput {
  readonly workerName: string;
  readonly by?: Principal | undefined;
}

/** Pauses a schedule: no next run until it is resumed. Throws `no_schedule`. */
export async function pauseSchedule(
  database: Database,
  input: SwitchInput,
  options: SaveOptions = {},
): Promise<SaveResult> {
  return await patchSchedule(database, { ...input, changes: { enabled: false } }, options);
}

/** Resumes a schedule: its next run is computed from now, what it missed is not made up. Throws `no_schedule`. */
export async function resumeSchedule(
  database: Database,
  input: SwitchInput,
  options: SaveOptions = {},
): Promise<SaveResult> {
  return await patchSchedule(database, { ...input, changes: { enabled: true } }, options);
}
