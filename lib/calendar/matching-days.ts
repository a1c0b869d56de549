import { daysFromCivil, lengthOfMonth, weekdayOf } from './civil-date.ts';
import type { CronExpression, DayRule } from './cron-expression.ts';

/** The days of one month that an expression names, as a mask of the bits 1–31; 0 for a month that it does not name. */
export function matchingDays(expression: CronExpression, year: number, month: number): number {
  if ((expression.months & (1 << month)) === 0) {
    return 0;
  }
  const rule = expression.days;
  const length = lengthOfMonth(year, month);
  const ofMonth = rule.daysOfMonth | (rule.lastDayOfMonth ? 1 << length : 0);
  const ofWeek = matchingWeekdays(rule, length, weekdayOf(daysFromCivil(year, month, 1)));
  return (rule.either ? ofMonth | ofWeek : ofMonth & ofWeek) & upToDay(length);
}

function matchingWeekdays(rule: DayRule, length: number, firstWeekday: number): number {
  let days = everyWeek(rule.daysOfWeek, firstWeekday);
  if (rule.lastDaysOfWeek !== 0) {
    days |= everyWeek(rule.lastDaysOfWeek, firstWeekday) & ~upToDay(length - 7);
  }
  for (let nth = 0; nth < 5; nth += 1) {
    const weekdays = rule.nthDaysOfWeek[nth] ?? 0;
    days |= weekdays === 0 ? 0 : everyWeek(weekdays, firstWeekday) & upToDay(7 * nth + 7) & ~upToDay(7 * nth);
  }
  return days;
}

/** Days 1–31 that fall on one of the weekdays: the week, turned so that day 1 comes first, repeated. */
function everyWeek(weekdays: number, firstWeekday: number): number {
  const week = ((weekdays >>> firstWeekday) | (weekdays << (7 - firstWeekday))) & 0b1111111;
  return (week | (week << 7) | (week << 14) | (week << 21) | (week << 28)) << 1;
}

/** Bits 0 to `day`. */
function upToDay(day: number): number {
  return day >= 31 ? -1 : (1 << (day + 1)) - 1;
}
