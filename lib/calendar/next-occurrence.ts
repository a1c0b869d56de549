import { checkInstant } from './check-instant.ts';
import type { CronExpression } from './cron-expression.ts';
import { nextInstant } from './next-instant.ts';
import { toExpression } from './parse-cron.ts';
import { StepCounter } from './step-counter.ts';
import { zoneFor } from './zone-for.ts';

/** Where to look for the next occurrence: an IANA zone name and an instant. */
export interface NextOccurrenceOptions {
  readonly timezone: string;
  readonly after: Date;
}

/**
 * The first occurrence strictly later than `after`, or null when it lies beyond the range of Date; throws `invalid_cron`,
 * `invalid_timezone`, or `invalid_options` for an invalid Date.
 */
export function nextOccurrence(expression: string | CronExpression, options: NextOccurrenceOptions): Date | null {
  const search = { expression: toExpression(expression), zone: zoneFor(options.timezone), counter: new StepCounter() };
  return toDate(nextInstant(search, checkInstant(options.after, 'after')));
}

/** An instant as a Date, or null when there is none in the range of Date. */
export function toDate(instant: number | null): Date | null {
  const date = new Date(instant ?? NaN);
  return Number.isNaN(date.getTime()) ? null : date;
}
