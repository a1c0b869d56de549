import type { CronExpression } from './cron-expression.ts';
import { cronFault } from './cron-fault.ts';
import { MONTH_NAMES } from './month-names.ts';
import type { CronToken } from './split-cron.ts';

const longest = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/**
 * Throws `invalid_cron` when no date of the 400-year cycle matches. Only days of the month can be impossible: every
 * weekday, also the fifth or last one, falls into every month within the cycle (29 February on each weekday at least 13 times).
 */
export function checkDatesOccur(expression: CronExpression, token: CronToken): void {
  const { days } = expression;
  const restricted = days.daysOfWeek === 0b1111111 && !days.either;
  if (!restricted || days.lastDayOfMonth || monthsOf(expression).some((month) => hasDay(days.daysOfMonth, month))) {
    return;
  }
  const dates = monthsOf(expression).flatMap((month) =>
    daysOf(days.daysOfMonth).map((day) => `${day} ${MONTH_NAMES[month] ?? ''}`),
  );
  const message = `${dates.join(', ')} never ${dates.length === 1 ? 'occurs' : 'occur'}`;
  throw cronFault(message, {
    field: 'day-of-month',
    position: token.position,
    found: token.text,
    allowed: 'a day that at least one of the months has',
  });
}

function hasDay(daysOfMonth: number, month: number): boolean {
  return daysOf(daysOfMonth).some((day) => day <= (longest[month] ?? 0));
}

function monthsOf(expression: CronExpression): number[] {
  return MONTH_NAMES.map((_, index) => index).filter((index) => (expression.months & (1 << (index + 1))) !== 0);
}

function daysOf(mask: number): number[] {
  return Array.from({ length: 31 }, (_, index) => index + 1).filter((day) => (mask & (1 << day)) !== 0);
}
