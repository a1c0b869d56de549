import { median } from '../print.ts';
import type { Row, Target } from '../report/row.ts';
import { type BenchRun, numberFrom, type Section } from '../report/section.ts';
import { calendars, EXPRESSIONS, rateOf } from './contenders.ts';

const ROUNDS = 3;
const WITH_TARGET = 'America/New_York';

/** `next`, text in, on one core. */
export const calendar: Section = {
  name: 'calendar',
  title: 'The next occurrence, from the text of an expression',
  peers: ['croner'],
  measure: measureCalendar,
};

async function measureCalendar({ isShort }: BenchRun): Promise<Row[]> {
  const milliseconds = numberFrom('BENCH_MILLISECONDS', isShort ? 100 : 500);
  const contenders = await calendars();
  const targets: Target[] = contenders.slice(1).map(([beside]) => ({ limit: 'at least' as const, value: 10, beside }));
  const zones = isShort ? [WITH_TARGET] : ['UTC', WITH_TARGET];
  return zones.flatMap((timezone) =>
    EXPRESSIONS.map(([name, text]): Row => {
      const rates = contenders.map((): number[] => []);
      for (let round = 0; round < ROUNDS; round += 1) {
        contenders.forEach(([, next], index) =>
          rates[index]?.push(rateOf((after) => next(text, timezone, after), milliseconds)),
        );
      }
      const values = contenders.map(([contender], index) => ({ contender, value: median(rates[index] ?? []) }));
      const what = `next of "${text}" (${name}), ${timezone}`;
      return { what, unit: 'per second', better: 'more', values, targets: timezone === WITH_TARGET ? targets : [] };
    }),
  );
}
