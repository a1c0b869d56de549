import { CronExpressionParser } from 'cron-parser';
import { cpus } from 'node:os';
import { nextOccurrence } from '../lib/calendar/next-occurrence.ts';
import { hostileText } from '../test/calendar/hostile-text.ts';
import { Random } from '../test/calendar/random.ts';
import { loadCroner } from './load-croner.ts';

/** `next` per second, text in on all sides, beside cron-parser and croner; then what hostile strings cost. */
type Next = (text: string, timezone: string, after: Date) => unknown;

const MILLISECONDS_EACH = Number(process.env.BENCH_MILLISECONDS ?? 1500);
const YEAR_START = Date.UTC(2026, 0, 1);
const expressions = [
  ['daily', '30 9 * * *'],
  ['hourly', '0 * * * *'],
  ['every minute', '* * * * *'],
  ['leap day', '0 0 29 2 *'],
] as const;

await main();

async function main(): Promise<void> {
  const { Cron } = await loadCroner();
  const contenders: readonly (readonly [name: string, next: Next])[] = [
    ['ours', (text, timezone, after) => nextOccurrence(text, { timezone, after })],
    ['cron-parser', (text, tz, currentDate) => CronExpressionParser.parse(text, { currentDate, tz }).next().toDate()],
    ['croner', (text, timezone, after) => new Cron(text, { timezone }).nextRun(after)],
  ];
  print(`Node ${process.version}, zone data ${process.versions.tz ?? 'unknown'}, ${cpus()[0]?.model ?? 'unknown'}`);
  print('next per second, text in'.padEnd(34) + contenders.map(([name]) => name.padStart(14)).join('') + '     ratio');
  for (const timezone of ['UTC', 'America/New_York']) {
    for (const [name, text] of expressions) {
      const rates = contenders.map(([, next]) => rateOf((after) => next(text, timezone, after)));
      const ratio = (rates[0] ?? 0) / Math.max(...rates.slice(1));
      const columns = rates.map((rate) => Math.round(rate).toLocaleString('en').padStart(14)).join('');
      print(`${timezone}, ${name}`.padEnd(34) + columns + `${ratio.toFixed(0)} x`.padStart(10));
    }
  }
  printFirstSight();
  printHostile();
}

/** Calls per second over instants spread over a year, after a warm-up. */
function rateOf(call: (after: Date) => unknown): number {
  runFor(call, MILLISECONDS_EACH / 3);
  const { calls, milliseconds } = runFor(call, MILLISECONDS_EACH);
  return (calls / milliseconds) * 1000;
}

function runFor(call: (after: Date) => unknown, milliseconds: number): { calls: number; milliseconds: number } {
  const start = performance.now();
  let calls = 0;
  let elapsed = 0;
  while (elapsed < milliseconds) {
    for (let batch = 0; batch < 20; batch += 1) {
      call(new Date(YEAR_START + ((calls * 7919) % 525_600) * 60_000));
      calls += 1;
    }
    elapsed = performance.now() - start;
  }
  return { calls, milliseconds: elapsed };
}

/** The price of a text that the cache has not seen yet: every minute and hour of the day with a range of weekdays. */
function printFirstSight(): void {
  const texts = Array.from({ length: 1440 }, (_, index) => `${index % 60} ${Math.floor(index / 60)} * * 1-5`);
  const start = performance.now();
  for (const text of texts) {
    nextOccurrence(text, { timezone: 'America/New_York', after: new Date(YEAR_START) });
  }
  const rate = (texts.length / (performance.now() - start)) * 1000;
  print('ours, each text for the first time'.padEnd(34) + Math.round(rate).toLocaleString('en').padStart(14));
}

function printHostile(): void {
  const random = new Random(4);
  const texts = Array.from({ length: 200_000 }, () => hostileText(random));
  const durations = new Float64Array(texts.length);
  texts.forEach((text, index) => {
    const start = performance.now();
    try {
      nextOccurrence(text, { timezone: 'America/New_York', after: new Date(YEAR_START) });
    } catch {
      // Refused: that is measured too.
    }
    durations[index] = performance.now() - start;
  });
  durations.sort();
  const at = (share: number) => `${(durations[Math.floor(share * (durations.length - 1))] ?? NaN).toFixed(4)} ms`;
  print(`200,000 hostile strings: median ${at(0.5)}, p99 ${at(0.99)}, p99.9 ${at(0.999)}, longest ${at(1)}`);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
