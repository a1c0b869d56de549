import { WorkerSchedulesError } from '../errors.ts';
import type { CronFieldName } from './cron-field.ts';

/** Where an expression is wrong: the field (or the whole), the index of the first character, what stands there, what may. */
export interface CronFaultPlace {
  readonly field: CronFieldName | 'expression';
  readonly position: number;
  readonly found: string;
  readonly allowed: string;
}

const LONGEST_QUOTE = 40;

/** Text of a user as it may stand in a message: quoted, escaped and at most 40 characters long. */
export function quote(text: string): string {
  return JSON.stringify(text.length > LONGEST_QUOTE ? `${text.slice(0, LONGEST_QUOTE)}…` : text);
}

/** The error `invalid_cron` for one place of an expression. */
export function cronFault(message: string, place: CronFaultPlace, cause?: unknown): WorkerSchedulesError {
  const found = place.found.slice(0, LONGEST_QUOTE);
  return new WorkerSchedulesError('invalid_cron', message, {
    cause,
    details: { ...place, found },
    fields: [{ path: 'cron', code: 'invalid_cron', message }],
  });
}
