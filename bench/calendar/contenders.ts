import { CronExpressionParser } from 'cron-parser';
import { nextOccurrence } from '../../lib/calendar/next-occurrence.ts';
import { loadCroner } from '../load-croner.ts';

/** The next instant after another, from the text of an expression. */
export type Next = (text: string, timezone: string, after: Date) => unknown;

const YEAR_START = Date.UTC(2026, 0, 1);

/** Expressions that people write, by what they are called. */
export const EXPRESSIONS = [
  ['daily', '30 9 * * *'],
  ['hourly', '0 * * * *'],
  ['every minute', '* * * * *'],
  ['leap day', '0 0 29 2 *'],
] as const;

/** We and the calendars that others use, ours first. */
export async function calendars(): Promise<readonly (readonly [name: string, next: Next])[]> {
  const { Cron } = await loadCroner();
  return [
    ['worker-schedules', (text, timezone, after) => nextOccurrence(text, { timezone, after })],
    ['cron-parser', (text, tz, currentDate) => CronExpressionParser.parse(text, { currentDate, tz }).next().toDate()],
    ['croner', (text, timezone, after) => new Cron(text, { timezone }).nextRun(after)],
  ];
}

/** Calls per second over instants spread over a year, after a warm-up. */
export function rateOf(call: (after: Date) => unknown, milliseconds: number): number {
  runFor(call, milliseconds / 3);
  const { calls, took } = runFor(call, milliseconds);
  return (calls / took) * 1000;
}

function runFor(call: (after: Date) => unknown, milliseconds: number): { calls: number; took: number } {
  const start = performance.now();
  let calls = 0;
  let took = 0;
  while (took < milliseconds) {
    for (let batch = 0; batch < 20; batch += 1) {
      call(new Date(YEAR_START + ((calls * 7919) % 525_600) * 60_000));
      calls += 1;
    }
    took = performance.now() - start;
  }
  return { calls, took };
}
