import { nextReading } from './next-reading.ts';
import { FARTHEST_SHIFT, type OccurrenceSearch } from './occurrence-search.ts';
import { previousInstant } from './previous-instant.ts';
import { previousReading } from './previous-reading.ts';
import { dateText, timeText } from './reading-text.ts';
import type { Stretch, ZoneTable } from './zone-table.ts';

/** Matching readings that a gap swallows, first to last, and the reading at which the clock goes on; all in milliseconds. */
interface SwallowedReadings {
  readonly first: number;
  readonly last: number;
  readonly resumes: number;
}

/** A sentence for an occurrence that a clock change moves, repeats or follows; null on ordinary days. */
export function clockChangeNote(search: OccurrenceSearch, instant: number): string | null {
  const { expression, zone } = search;
  const reading = instant + zone.stretchAt(instant).offset;
  if (expression.kind === 'fixed-time') {
    const swallowed = swallowedAt(search, instant);
    if (swallowed !== null) {
      return movedNote(swallowed);
    }
    return passesOf(zone, instant) > 1 ? `${timeText(reading)} happens twice; runs the first time` : null;
  }
  if (passesOf(zone, instant) > 1) {
    return `${timeText(reading)} happens twice; runs both times`;
  }
  return leftOutNote(search, instant);
}

function movedNote(swallowed: SwallowedReadings): string {
  const { first, last, resumes } = swallowed;
  const at = dateText(first) === dateText(resumes) ? timeText(resumes) : `${timeText(resumes)} on ${dateText(resumes)}`;
  return `${missingText(swallowed)}; runs${first === last ? '' : ' once,'} at ${at}`;
}

function leftOutNote(search: OccurrenceSearch, instant: number): string | null {
  const { zone } = search;
  const previous = previousInstant(search, instant - 1) ?? -Infinity;
  const from = Math.max(previous, instant - FARTHEST_SHIFT) + 1;
  for (const { start } of stretchesBetween(zone, from, instant)) {
    const swallowed = start < from ? null : swallowedAt(search, start);
    if (swallowed !== null) {
      return `${missingText(swallowed)}; nothing runs for ${swallowed.first === swallowed.last ? 'it' : 'them'}`;
    }
  }
  return null;
}

function missingText({ first, last, resumes }: SwallowedReadings): string {
  const day = dateText(first) === dateText(resumes) ? 'this day' : dateText(first);
  if (first === last) {
    return `${timeText(first)} does not exist on ${day}`;
  }
  if (dateText(first) === dateText(last)) {
    return `${timeText(first)} to ${timeText(last)} do not exist on ${day}`;
  }
  return `${timeText(first)} on ${dateText(first)} to ${timeText(last)} on ${dateText(last)} do not exist`;
}

/** The matching readings that the gap at an instant swallows, or null when there is no gap, or none in it. */
function swallowedAt({ expression, zone, counter }: OccurrenceSearch, instant: number): SwallowedReadings | null {
  const before = instant + zone.stretchAt(instant - 1).offset;
  const resumes = instant + zone.stretchAt(instant).offset;
  const first = nextReading(expression, before, counter) ?? resumes;
  const last = previousReading(expression, resumes - 1, counter) ?? before;
  return first < resumes ? { first, last, resumes } : null;
}

/** How many instants show the same wall-clock reading as this one, itself included. */
function passesOf(zone: ZoneTable, instant: number): number {
  const reading = instant + zone.stretchAt(instant).offset;
  return stretchesBetween(zone, instant - FARTHEST_SHIFT, instant + FARTHEST_SHIFT).filter(
    ({ start, end, offset }) => start <= reading - offset && reading - offset < end,
  ).length;
}

function stretchesBetween(zone: ZoneTable, from: number, to: number): readonly Stretch[] {
  const stretches = [zone.stretchAt(from)];
  for (let last = stretches[0]; last !== undefined && last.end <= to; last = stretches.at(-1)) {
    stretches.push(zone.stretchAt(last.end));
  }
  return stretches;
}
