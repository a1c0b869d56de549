import { FARTHEST_SHIFT, firstInstantOf, firstUnreachedReading, type OccurrenceSearch } from './occurrence-search.ts';
import { previousReading } from './previous-reading.ts';

/** The last occurrence not later than `notAfter` (milliseconds), or null at the step limit. */
export function previousInstant(search: OccurrenceSearch, notAfter: number): number | null {
  return search.expression.kind === 'interval'
    ? previousInterval(search, notAfter)
    : previousFixedTime(search, notAfter);
}

function previousFixedTime({ expression, zone, counter }: OccurrenceSearch, notAfter: number): number | null {
  const reading = previousReading(expression, firstUnreachedReading(zone, notAfter) - 1, counter);
  return reading === null ? null : firstInstantOf(zone, reading);
}

function previousInterval({ expression, zone, counter }: OccurrenceSearch, notAfter: number): number | null {
  let from = notAfter;
  while (counter.step()) {
    const stretch = zone.stretchAt(from);
    const reading = previousReading(expression, from + stretch.offset, counter);
    if (reading === null) {
      return null;
    }
    if (reading - stretch.offset >= stretch.start) {
      return reading - stretch.offset;
    }
    from = jumpBack(from, stretch.start, reading);
  }
  return null;
}

/** The mirror of the jump forward: within 48 hours change by change, then straight to the neighbourhood of `reading`. */
function jumpBack(from: number, start: number, reading: number): number {
  const before = start - 1;
  return from - start < FARTHEST_SHIFT ? before : Math.min(before, reading + FARTHEST_SHIFT);
}
