import { createHash } from 'node:crypto';
import { nextOccurrence } from '../../lib/calendar/next-occurrence.ts';
import { previousOccurrence } from '../../lib/calendar/previous-occurrence.ts';
import { LiteralCron, literalOccurrences } from './oracle.ts';
import { Random } from './random.ts';
import { drawTriples } from './random-triple.ts';

export interface DifferentialOptions {
  readonly triples: number;
  /** How many zones; more than the platform knows means all of them. */
  readonly zones: number;
  readonly seed: number;
}

export interface DifferentialResult {
  readonly compared: number;
  readonly zones: number;
  readonly differences: readonly string[];
  /** A hash over every answer of the calendar, to compare runs in processes of different zones. */
  readonly digest: string;
}

const MINUTE = 60_000;
const DAY = 1440;

/** Compares calendar and oracle on (expression, zone, instant) triples of the years 2000 to 2036, mostly near changes. */
export function compareWithOracle({ triples, zones, seed }: DifferentialOptions): DifferentialResult {
  const hash = createHash('sha256');
  const differences: string[] = [];
  const used = new Set<string>();
  let compared = 0;
  for (const { text, zone, instant, changes } of drawTriples(new Random(seed), {
    triples,
    zones,
    years: [2000, 2037],
  })) {
    const fires = literalOccurrences(new LiteralCron(text), changes, windowOf(instant));
    const found = { next: nextOf(text, zone, instant), previous: previousOf(text, zone, instant) };
    hash.update(`${text}|${zone}|${instant}|${found.next}|${found.previous}\n`);
    differences.push(...differencesOf({ text, zone, after: instant, fires, ...found }));
    used.add(zone);
    compared += 1;
  }
  return { compared, zones: used.size, differences, digest: hash.digest('hex') };
}

interface Comparison {
  readonly text: string;
  readonly zone: string;
  readonly after: number;
  readonly fires: readonly number[];
  readonly next: number;
  readonly previous: number;
}

/** What the oracle sees in its window decides; what it does not see must lie outside the window. */
function differencesOf({ text, zone, after, fires, next, previous }: Comparison): readonly string[] {
  const [from, to] = windowOf(after);
  const expectedNext = fires.find((fire) => fire * MINUTE > after);
  const expectedPrevious = fires.findLast((fire) => fire * MINUTE <= after);
  const nextDiffers = expectedNext === undefined ? next <= to * MINUTE : next !== expectedNext * MINUTE;
  const previousDiffers =
    expectedPrevious === undefined ? previous >= from * MINUTE : previous !== expectedPrevious * MINUTE;
  const where = `${text} in ${zone} at ${new Date(after).toISOString()}`;
  return [
    ...(nextDiffers ? [`next of ${where}: ${next}, oracle ${expectedNext ?? 'none'}`] : []),
    ...(previousDiffers ? [`previous of ${where}: ${previous}, oracle ${expectedPrevious ?? 'none'}`] : []),
  ];
}

function windowOf(after: number): readonly [from: number, to: number] {
  const minute = Math.floor(after / MINUTE);
  return [minute - 2 * DAY, minute + 3 * DAY];
}

function nextOf(text: string, timezone: string, after: number): number {
  return nextOccurrence(text, { timezone, after: new Date(after) })?.getTime() ?? Infinity;
}

function previousOf(text: string, timezone: string, notAfter: number): number {
  return previousOccurrence(text, { timezone, notAfter: new Date(notAfter) })?.getTime() ?? -Infinity;
}
