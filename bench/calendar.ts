import { nextOccurrence } from '../lib/calendar/next-occurrence.ts';
import { hostileText } from '../test/calendar/hostile-text.ts';
import { Random } from '../test/calendar/random.ts';
import { calendars, EXPRESSIONS, rateOf } from './calendar/contenders.ts';
import { machine, print } from './print.ts';

/* The calendar alone: `next` per second, text in on all sides, beside cron-parser and croner; what hostile strings cost. */

const MILLISECONDS_EACH = Number(process.env['BENCH_MILLISECONDS'] ?? 1500);
const YEAR_START = Date.UTC(2026, 0, 1);

await main();

async function main(): Promise<void> {
  const contenders = await calendars();
  print(`${machine()}, zone data ${process.versions.tz ?? 'unknown'}`);
  print('next per second, text in'.padEnd(34) + contenders.map(([name]) => name.padStart(18)).join('') + '     ratio');
  for (const timezone of ['UTC', 'America/New_York']) {
    for (const [name, text] of EXPRESSIONS) {
      const rates = contenders.map(([, next]) => rateOf((after) => next(text, timezone, after), MILLISECONDS_EACH));
      const ratio = (rates[0] ?? 0) / Math.max(...rates.slice(1));
      const columns = rates.map((rate) => Math.round(rate).toLocaleString('en').padStart(18)).join('');
      print(`${timezone}, ${name}`.padEnd(34) + columns + `${ratio.toFixed(0)} x`.padStart(10));
    }
  }
  printFirstSight();
  printHostile();
}

/** The price of a text that the cache has not seen yet: every minute and hour of the day with a range of weekdays. */
function printFirstSight(): void {
  const texts = Array.from({ length: 1440 }, (_, index) => `${index % 60} ${Math.floor(index / 60)} * * 1-5`);
  const start = performance.now();
  for (const text of texts) {
    nextOccurrence(text, { timezone: 'America/New_York', after: new Date(YEAR_START) });
  }
  const rate = (texts.length / (performance.now() - start)) * 1000;
  print('ours, each text for the first time'.padEnd(34) + Math.round(rate).toLocaleString('en').padStart(18));
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
