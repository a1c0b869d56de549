import { checkInstant } from './check-instant.ts';
import type { CronExpression } from './cron-expression.ts';
import { toDate } from './next-occurrence.ts';
import { toExpression } from './parse-cron.ts';
import { previousInstant } from './previous-instant.ts';
import { StepCounter } from './step-counter.ts';
import { zoneFor } from './zone-for.ts';

/** Where to look for the previous occurrence: an IANA zone name and an instant. */
export interface PreviousOccurrenceOptions {
  readonly timezone: string;
  readonly notAfter: Date;
}

/** The last occurrence not later than `notAfter`, or null when it lies before the range of Date; throws as `nextOccurrence` does. */
export function previousOccurrence(
  expression: string | CronExpression,
  options: PreviousOccurrenceOptions,
): Date | null {
  const search = { expression: toExpression(expression), zone: zoneFor(options.timezone), counter: new StepCounter() };
  return toDate(previousInstant(search, checkInstant(options.notAfter, 'notAfter')));
}
