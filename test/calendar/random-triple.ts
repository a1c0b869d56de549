import { supportedTimezones } from '../../lib/calendar/check-timezone.ts';
import { parseCron } from '../../lib/calendar/parse-cron.ts';
import { hasCode } from '../../lib/errors.ts';
import { type OffsetChange, offsetChanges } from './oracle.ts';
import type { Random } from './random.ts';
import { randomExpression } from './random-expression.ts';

export interface Triple {
  readonly text: string;
  readonly zone: string;
  /** Milliseconds since 1970. */
  readonly instant: number;
  /** The changes of the zone, from ten days before the range to ten days after it. */
  readonly changes: readonly OffsetChange[];
}

export interface TripleOptions {
  readonly triples: number;
  /** How many zones; more than the platform knows means all of them. */
  readonly zones: number;
  /** The years that instants are drawn from, the last excluded. */
  readonly years: readonly [from: number, to: number];
}

const MINUTE = 60_000;
const DAY = 1440;

/** Draws (expression, zone, instant) triples, most of them near an offset change of the zone. */
export function* drawTriples(random: Random, { triples, zones, years }: TripleOptions): Generator<Triple> {
  const [from, to] = years.map((year) => Date.UTC(year, 0, 1) / MINUTE) as [number, number];
  const names = drawZones(random, zones);
  for (const [index, zone] of names.entries()) {
    const changes = offsetChanges(zone, from - 10 * DAY, to + 10 * DAY);
    const near = changes.slice(1).map((change) => change.at);
    const share = Math.floor(((index + 1) * triples) / names.length) - Math.floor((index * triples) / names.length);
    for (let drawn = 0; drawn < share; drawn += 1) {
      const instant = drawInstant(random, near, [from, to]);
      yield { text: drawExpression(random, instant), zone, instant, changes };
    }
  }
}

function drawZones(random: Random, count: number): readonly string[] {
  const left = [...supportedTimezones()];
  if (count >= left.length) {
    return left;
  }
  return Array.from({ length: count }, () => left.splice(random.between(0, left.length - 1), 1)[0]!);
}

/** Milliseconds: mostly within three hours of a change, else up to two days from one, else anywhere. */
function drawInstant(random: Random, changes: readonly number[], [from, to]: readonly [number, number]): number {
  const jitter = random.pick([0, 0, 1, 999, 30_000, 59_999]);
  if (changes.length === 0 || random.chance(0.1)) {
    return random.between(from, to) * MINUTE + jitter;
  }
  const distance = random.chance(0.7) ? 180 : 2 * DAY;
  return (random.pick(changes) + random.between(-distance, distance)) * MINUTE - jitter;
}

function drawExpression(random: Random, after: number): string {
  for (;;) {
    const near = new Date(after + random.between(-DAY, DAY) * MINUTE);
    const text = randomExpression(random, near);
    if (isPossible(text)) {
      return text;
    }
  }
}

function isPossible(text: string): boolean {
  try {
    parseCron(text);
    return true;
  } catch (error) {
    if (hasCode(error, 'invalid_cron') && error.message.includes('never occur')) {
      return false;
    }
    throw error;
  }
}
