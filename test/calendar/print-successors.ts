import { createHash } from 'node:crypto';
import { nextOccurrence } from '../../lib/calendar/next-occurrence.ts';
import { Random } from './random.ts';
import { drawTriples } from './random-triple.ts';

/** What `print-successors.ts` prints. */
export interface Successors {
  readonly timezone: string;
  readonly count: number;
  readonly digest: string;
  /** Triples whose next occurrence, or the one after it, is not strictly later. */
  readonly backwards: readonly string[];
  /** The longest single call, in milliseconds of this process's CPU time. */
  readonly longest: number;
}

const hash = createHash('sha256');
const backwards: string[] = [];
let longest = 0;

const triples = Number(process.argv[2] ?? 10_000);
for (const { text, zone, instant } of drawTriples(new Random(3), { triples, zones: 40, years: [2024, 2031] })) {
  const first = timedNext(text, zone, instant);
  const second = timedNext(text, zone, first);
  hash.update(`${text}|${zone}|${instant}|${first}|${second}\n`);
  if (!(first > instant && second > first)) {
    backwards.push(`${text} in ${zone} at ${instant}: ${first}, ${second}`);
  }
}

const timezone = Intl.DateTimeFormat().resolvedOptions().timeZone;
const result: Successors = { timezone, count: triples, digest: hash.digest('hex'), backwards, longest };
process.stdout.write(JSON.stringify(result));

function timedNext(text: string, zone: string, after: number): number {
  const start = process.cpuUsage();
  const next = nextOccurrence(text, { timezone: zone, after: new Date(after) });
  const { user, system } = process.cpuUsage(start);
  longest = Math.max(longest, (user + system) / 1000);
  return next?.getTime() ?? Infinity;
}
