import { checkTimezone } from '../calendar/check-timezone.ts';
import { parseCron } from '../calendar/parse-cron.ts';
import { requireWorker } from '../catalogue/define-catalogue.ts';
import { validateRequest } from '../catalogue/validate-request.ts';
import { workerNameFault } from '../catalogue/worker-name.ts';
import { type ErrorCode, type FieldFault, WorkerSchedulesError } from '../errors.ts';
import type { WantedSchedule } from './plan-edit.ts';
import type { SaveOptions } from './schedule-options.ts';

interface Faults {
  readonly codes: ErrorCode[];
  readonly fields: FieldFault[];
}

/** Runs one check and keeps its typed error; anything else is a fault of ours and goes up. */
async function collect<T>(faults: Faults, check: () => T | Promise<T>): Promise<T | undefined> {
  try {
    return await check();
  } catch (error) {
    if (!isTyped(error)) throw error;
    faults.codes.push(error.code);
    faults.fields.push(...error.fields);
    return undefined;
  }
}

function isTyped(error: unknown): error is WorkerSchedulesError {
  return error instanceof Error && 'code' in error && 'fields' in error && Array.isArray(error.fields);
}

/** Throws `unknown_worker` for a name that no worker can have, or that the catalogue does not name. */
export function checkWorker(workerName: string, options: SaveOptions): void {
  const fault = workerNameFault(workerName);
  if (fault !== undefined) {
    throw new WorkerSchedulesError('unknown_worker', `The worker's name ${fault}.`, {
      fields: [{ path: 'worker_name', code: 'unknown_worker', message: `The worker's name ${fault}.` }],
    });
  }
  if (options.catalogue !== undefined) requireWorker(options.catalogue, workerName);
}

function checkEnabled(enabled: unknown): void {
  if (typeof enabled === 'boolean') return;
  const fields = [{ path: 'enabled', code: 'invalid_schedule', message: 'enabled must be true or false.' }];
  throw new WorkerSchedulesError('invalid_schedule', 'enabled must be true or false.', { fields });
}

/**
 * Checks the members that a save or a patch brings and returns them as they are stored: the zone in its canonical spelling,
 * the request as it was sent. A schema is the host's code, so this runs before any transaction of ours. Throws one error
 * with every fault of every field: its code is the fault's own when there is one kind of fault, else `invalid_schedule`.
 */
export async function checkSchedule<Members extends Partial<WantedSchedule>>(
  workerName: string,
  members: Members,
  options: SaveOptions,
): Promise<Members> {
  const { cron, timezone, enabled, request } = members;
  const faults: Faults = { codes: [], fields: [] };
  if ('cron' in members) await collect(faults, () => parseCron(cron as string));
  const zone = 'timezone' in members ? await collect(faults, () => checkTimezone(timezone)) : undefined;
  if ('enabled' in members) await collect(faults, () => checkEnabled(enabled));
  if ('request' in members) await collect(faults, () => validateRequest(options.catalogue, workerName, request));
  if (faults.codes.length === 0) return zone === undefined ? members : { ...members, timezone: zone };
  const [code, ...others] = faults.codes;
  const message = faults.fields.map((field) => `${field.path}: ${field.message}`).join(' ');
  throw new WorkerSchedulesError(
    code !== undefined && others.length === 0 ? code : 'invalid_schedule',
    `The schedule of worker ${workerName} is not valid. ${message}`,
    { fields: faults.fields },
  );
}
