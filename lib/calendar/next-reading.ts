import { lowestBit } from './bits.ts';
import { civilFromDays, daysFromCivil } from './civil-date.ts';
import type { CronExpression } from './cron-expression.ts';
import { matchingDays } from './matching-days.ts';
import type { StepCounter } from './step-counter.ts';

const MINUTE = 60_000;
const MINUTES_PER_DAY = 1440;

/**
 * The first wall-clock reading not before `from` that matches, or null at the step limit. Readings are milliseconds as if
 * the wall clock were UTC: plain calendar arithmetic, no zone.
 */
export function nextReading(expression: CronExpression, from: number, counter: StepCounter): number | null {
  const fromMinute = Math.ceil(from / MINUTE);
  const today = Math.floor(fromMinute / MINUTES_PER_DAY);
  let day = nextDay(expression, today, counter);
  if (day === today) {
    const time = nextTime(expression, fromMinute - today * MINUTES_PER_DAY);
    if (time >= 0) {
      return (today * MINUTES_PER_DAY + time) * MINUTE;
    }
    day = nextDay(expression, today + 1, counter);
  }
  return day === null ? null : (day * MINUTES_PER_DAY + nextTime(expression, 0)) * MINUTE;
}

function nextDay(expression: CronExpression, fromDay: number, counter: StepCounter): number | null {
  let { year, month, day } = civilFromDays(fromDay);
  while (counter.step()) {
    const found = lowestBit(matchingDays(expression, year, month), day);
    if (found >= 0) {
      return daysFromCivil(year, month, found);
    }
    const later = lowestBit(expression.months, month + 1);
    year += later < 0 ? 1 : 0;
    month = later < 0 ? lowestBit(expression.months, 1) : later;
    day = 1;
  }
  return null;
}

/** The first matching minute of the day not before `from`, or -1. */
function nextTime(expression: CronExpression, from: number): number {
  const hour = Math.floor(from / 60);
  if ((expression.hours & (1 << hour)) !== 0) {
    const minute = nextMinute(expression, from - hour * 60);
    if (minute >= 0) {
      return hour * 60 + minute;
    }
  }
  const later = lowestBit(expression.hours, hour + 1);
  return later < 0 ? -1 : later * 60 + nextMinute(expression, 0);
}

function nextMinute({ minutes }: CronExpression, from: number): number {
  const low = lowestBit(minutes.low, from);
  if (low >= 0) {
    return low;
  }
  const high = lowestBit(minutes.high, Math.max(0, from - 30));
  return high < 0 ? -1 : high + 30;
}
