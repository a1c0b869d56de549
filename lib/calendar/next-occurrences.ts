import { optionFault } from './check-instant.ts';
import type { CronExpression } from './cron-expression.ts';
import { type NextOccurrenceOptions, nextOccurrence } from './next-occurrence.ts';
import { toExpression } from './parse-cron.ts';

const LARGEST_COUNT = 100_000;

/** Where to look for several occurrences, and how many (0–100,000). */
export interface NextOccurrencesOptions extends NextOccurrenceOptions {
  readonly count: number;
}

/** The first `count` occurrences strictly later than `after`, earliest first; throws as `nextOccurrence` does. */
export function nextOccurrences(expression: string | CronExpression, options: NextOccurrencesOptions): Date[] {
  const count = checkCount(options.count, LARGEST_COUNT);
  const parsed = toExpression(expression);
  const found: Date[] = [];
  let after: Date | null = options.after;
  while (found.length < count) {
    after = nextOccurrence(parsed, { timezone: options.timezone, after });
    if (after === null) {
      break;
    }
    found.push(after);
  }
  return found;
}

/** A whole number from 0 to `largest`; throws `invalid_options` otherwise. */
export function checkCount(count: unknown, largest: number): number {
  if (typeof count === 'number' && Number.isInteger(count) && count >= 0 && count <= largest) {
    return count;
  }
  throw optionFault('count', `count: a whole number from 0 to ${largest} is needed`);
}
