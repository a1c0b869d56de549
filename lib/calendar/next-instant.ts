import { nextReading } from './next-reading.ts';
import { FARTHEST_SHIFT, firstInstantOf, firstUnreachedReading, type OccurrenceSearch } from './occurrence-search.ts';

/** The first occurrence strictly later than `after` (milliseconds), or null at the step limit. */
export function nextInstant(search: OccurrenceSearch, after: number): number | null {
  return search.expression.kind === 'interval' ? nextInterval(search, after) : nextFixedTime(search, after);
}

function nextFixedTime({ expression, zone, counter }: OccurrenceSearch, after: number): number | null {
  const reading = nextReading(expression, firstUnreachedReading(zone, after), counter);
  return reading === null ? null : firstInstantOf(zone, reading);
}

function nextInterval({ expression, zone, counter }: OccurrenceSearch, after: number): number | null {
  let from = after + 1;
  while (counter.step()) {
    const stretch = zone.stretchAt(from);
    const reading = nextReading(expression, from + stretch.offset, counter);
    if (reading === null) {
      return null;
    }
    if (reading - stretch.offset < stretch.end) {
      return reading - stretch.offset;
    }
    from = jumpForward(from, stretch.end, reading);
  }
  return null;
}

/** A second pass can repeat readings from before `from` within 48 hours only; later nothing matches until near `reading`. */
function jumpForward(from: number, end: number, reading: number): number {
  return end - from < FARTHEST_SHIFT ? end : Math.max(end, reading - FARTHEST_SHIFT);
}
