import { WorkerSchedulesError } from '../errors.ts';

/** The milliseconds of a valid Date; throws `invalid_options` naming the option otherwise. */
export function checkInstant(value: unknown, option: string): number {
  const instant = value instanceof Date ? value.getTime() : NaN;
  if (Number.isNaN(instant)) {
    throw optionFault(option, `${option}: a valid Date is needed`);
  }
  return instant;
}

/** The error `invalid_options` for one option of a calendar call. */
export function optionFault(option: string, message: string): WorkerSchedulesError {
  return new WorkerSchedulesError('invalid_options', message, {
    fields: [{ path: option, code: 'invalid_options', message }],
  });
}
