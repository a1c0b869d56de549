import type { Random } from '../../test/calendar/random.ts';
import type { Span } from './zones.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const WEEK = 7 * 24 * HOUR;

/** Something that happens to the scheduler or to the database's clock when that clock shows `at`. */
export interface Disturbance {
  readonly kind: 'downtime' | 'forward' | 'back';
  /** Milliseconds since 1970. */
  readonly at: number;
  /** How long the scheduler is away, or how far the clock steps, in milliseconds. */
  readonly ms: number;
}

/** Downtimes from a minute to a week, and steps of the clock from a second to eight hours, about one of them every four days. */
export function drawDisturbances(random: Random, [from, to]: Span): readonly Disturbance[] {
  const days = (to - from) / (24 * HOUR);
  const each = Math.max(2, Math.round(days / 12));
  const longest = days >= 100 ? WEEK : 30 * HOUR;
  const instant = (): number => random.between(from + 12 * HOUR, to - HOUR);
  const drawn = Array.from({ length: each }, (_, index): Disturbance[] => [
    { kind: 'downtime', at: instant(), ms: index === 0 ? longest : between(random, MINUTE, longest) },
    { kind: 'forward', at: instant(), ms: between(random, 1000, 8 * HOUR) },
    { kind: 'back', at: instant(), ms: between(random, 1000, 6 * HOUR) },
  ]);
  return drawn.flat().sort((one, other) => one.at - other.at);
}

/** Between two durations, each order of magnitude as likely as the next. */
function between(random: Random, least: number, most: number): number {
  const share = random.between(0, 1_000_000) / 1_000_000;
  return Math.round(least * (most / least) ** share);
}
