import { checkInstant } from './check-instant.ts';
import { clockChangeNote } from './clock-change-note.ts';
import type { CronExpression } from './cron-expression.ts';
import { toDate } from './next-occurrence.ts';
import { checkCount, type NextOccurrencesOptions } from './next-occurrences.ts';
import { nextInstant } from './next-instant.ts';
import { toExpression } from './parse-cron.ts';
import { offsetText, readingText } from './reading-text.ts';
import { StepCounter } from './step-counter.ts';
import { zoneFor } from './zone-for.ts';

/** One occurrence as a person reads it. */
export interface OccurrencePreview {
  readonly instant: Date;
  /** What the wall clock of the zone shows, to the second: 2026-03-08T03:00:00. */
  readonly local: string;
  /** What the zone is ahead of UTC at the instant: -04:00. */
  readonly offset: string;
  /** Why a clock change matters here, or null: "02:30 does not exist on this day; runs at 03:00". */
  readonly note: string | null;
}

const LARGEST_COUNT = 1000;
/** A preview looks at most this far ahead, in milliseconds: 100 years of 365.25 days. */
const HORIZON = 36_525 * 86_400_000;

/**
 * The first `count` (0–1000) occurrences strictly later than `after` and within 100 years of it: the instants that
 * `nextOccurrences` gives, with their local reading and a note where a clock change matters. Throws as `nextOccurrence` does.
 */
export function previewOccurrences(
  expression: string | CronExpression,
  options: NextOccurrencesOptions,
): readonly OccurrencePreview[] {
  const count = checkCount(options.count, LARGEST_COUNT);
  const parsed = toExpression(expression);
  const zone = zoneFor(options.timezone);
  const after = checkInstant(options.after, 'after');
  const previews: OccurrencePreview[] = [];
  let last = after;
  while (previews.length < count) {
    const search = { expression: parsed, zone, counter: new StepCounter() };
    const date = toDate(nextInstant(search, last));
    if (date === null || date.getTime() > after + HORIZON) {
      break;
    }
    last = date.getTime();
    const { offset } = zone.stretchAt(last);
    const local = readingText(last + offset);
    previews.push({ instant: date, local, offset: offsetText(offset), note: clockChangeNote(search, last) });
  }
  return previews;
}
