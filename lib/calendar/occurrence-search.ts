import type { CronExpression } from './cron-expression.ts';
import type { StepCounter } from './step-counter.ts';
import type { ZoneTable } from './zone-table.ts';

/** What a search works on: the expression, the zone's offset changes, and the count of its steps. */
export interface OccurrenceSearch {
  readonly expression: CronExpression;
  readonly zone: ZoneTable;
  readonly counter: StepCounter;
}

/** More than any offset, and more than any clock was ever set forward or back (a day): 48 hours in milliseconds. */
export const FARTHEST_SHIFT = 48 * 3_600_000;

/** The first wall-clock reading that no instant up to and including `instant` has reached or passed. */
export function firstUnreachedReading(zone: ZoneTable, instant: number): number {
  let stretch = zone.stretchAt(instant - FARTHEST_SHIFT);
  let reached = -Infinity;
  while (stretch.end <= instant) {
    reached = Math.max(reached, stretch.end + stretch.offset);
    stretch = zone.stretchAt(stretch.end);
  }
  return Math.max(reached, instant + 1 + stretch.offset);
}

/** The first instant at which the wall clock has reached a reading: its first pass, or the end of the gap that swallows it. */
export function firstInstantOf(zone: ZoneTable, reading: number): number {
  const from = reading - FARTHEST_SHIFT;
  let stretch = zone.stretchAt(from);
  while (reading - stretch.offset >= stretch.end) {
    stretch = zone.stretchAt(stretch.end);
  }
  return Math.max(reading - stretch.offset, stretch.start);
}
