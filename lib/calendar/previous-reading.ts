import { highestBit } from './bits.ts';
import { civilFromDays, daysFromCivil } from './civil-date.ts';
import type { CronExpression } from './cron-expression.ts';
import { matchingDays } from './matching-days.ts';
import type { StepCounter } from './step-counter.ts';

const MINUTE = 60_000;
const MINUTES_PER_DAY = 1440;

/** The last wall-clock reading not after `from` that matches, or null at the step limit; the mirror of `nextReading`. */
export function previousReading(expression: CronExpression, from: number, counter: StepCounter): number | null {
  const fromMinute = Math.floor(from / MINUTE);
  const today = Math.floor(fromMinute / MINUTES_PER_DAY);
  let day = previousDay(expression, today, counter);
  if (day === today) {
    const time = previousTime(expression, fromMinute - today * MINUTES_PER_DAY);
    if (time >= 0) {
      return (today * MINUTES_PER_DAY + time) * MINUTE;
    }
    day = previousDay(expression, today - 1, counter);
  }
  return day === null ? null : (day * MINUTES_PER_DAY + previousTime(expression, MINUTES_PER_DAY - 1)) * MINUTE;
}

function previousDay(expression: CronExpression, fromDay: number, counter: StepCounter): number | null {
  let { year, month, day } = civilFromDays(fromDay);
  while (counter.step()) {
    const found = highestBit(matchingDays(expression, year, month), day);
    if (found >= 0) {
      return daysFromCivil(year, month, found);
    }
    const earlier = highestBit(expression.months, month - 1);
    year -= earlier < 0 ? 1 : 0;
    month = earlier < 0 ? highestBit(expression.months, 12) : earlier;
    day = 31;
  }
  return null;
}

/** The last matching minute of the day not after `from`, or -1. */
function previousTime(expression: CronExpression, from: number): number {
  const hour = Math.floor(from / 60);
  if ((expression.hours & (1 << hour)) !== 0) {
    const minute = previousMinute(expression, from - hour * 60);
    if (minute >= 0) {
      return hour * 60 + minute;
    }
  }
  const earlier = highestBit(expression.hours, hour - 1);
  return earlier < 0 ? -1 : earlier * 60 + previousMinute(expression, 59);
}

function previousMinute({ minutes }: CronExpression, from: number): number {
  const high = highestBit(minutes.high, from - 30);
  return high < 0 ? highestBit(minutes.low, Math.min(29, from)) : high + 30;
}
