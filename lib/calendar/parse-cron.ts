import { BoundedCache } from './bounded-cache.ts';
import { checkDatesOccur } from './check-dates-occur.ts';
import type { CronExpression, DayRule } from './cron-expression.ts';
import { type CronField, cronFields } from './cron-field.ts';
import { expandRange } from './expand-item.ts';
import { type CronItem, readItem } from './read-item.ts';
import { type CronToken, splitCron, splitList } from './split-cron.ts';

interface ReadField {
  readonly token: CronToken;
  readonly items: readonly CronItem[];
  readonly values: readonly number[];
  /** True when no list item is a bare `*`. */
  readonly restricted: boolean;
}

const parsed = new BoundedCache<string, CronExpression>(2000);

/** Parses a five-field expression or nickname; throws `invalid_cron` with the field, the place, what was found and what is allowed. */
export function parseCron(text: string): CronExpression {
  const known = parsed.get(text);
  if (known !== undefined) {
    return known;
  }
  const expression = readExpression(text);
  parsed.set(text, expression);
  return expression;
}

/** The expression itself, or the one that a text names; throws `invalid_cron` as `parseCron` does. */
export function toExpression(expression: string | CronExpression): CronExpression {
  return isExpression(expression) ? expression : parseCron(expression);
}

function isExpression(value: unknown): value is CronExpression {
  return typeof value === 'object' && value !== null && 'minutes' in value && 'days' in value;
}

function readExpression(text: string): CronExpression {
  const tokens = splitCron(text);
  const [minute, hour, dayOfMonth, month, dayOfWeek] = cronFields.map((field, index) =>
    readField(field, tokens[index] ?? { text: '', position: 0 }),
  ) as [ReadField, ReadField, ReadField, ReadField, ReadField];
  const expression: CronExpression = Object.freeze({
    text,
    kind: hour.token.text.includes('*') ? 'interval' : 'fixed-time',
    minutes: Object.freeze({
      low: maskOf(minute.values.filter((value) => value < 30)),
      high: maskOf(minute.values.filter((value) => value >= 30).map((value) => value - 30)),
    }),
    hours: maskOf(hour.values),
    months: maskOf(month.values),
    days: readDays(dayOfMonth, dayOfWeek),
  });
  checkDatesOccur(expression, dayOfMonth.token);
  return expression;
}

function readField(field: CronField, token: CronToken): ReadField {
  const items = new Map<string, CronItem>();
  const values: number[] = [];
  for (const itemToken of splitList(token)) {
    if (!items.has(itemToken.text)) {
      const item = readItem(field, itemToken);
      items.set(itemToken.text, item);
      values.push(...valuesOf(field, item, itemToken));
    }
  }
  return { token, items: [...items.values()], values, restricted: !items.has('*') };
}

function valuesOf(field: CronField, item: CronItem, token: CronToken): readonly number[] {
  switch (item.kind) {
    case 'all':
      return Array.from({ length: field.size }, (_, index) => field.min + index);
    case 'value':
      return [item.value];
    case 'range':
      return expandRange(field, item, token);
    default:
      return [];
  }
}

function readDays(dayOfMonth: ReadField, dayOfWeek: ReadField): DayRule {
  const weekdays = dayOfWeek.items;
  return Object.freeze({
    daysOfMonth: maskOf(dayOfMonth.values),
    lastDayOfMonth: dayOfMonth.items.some((item) => item.kind === 'last-day'),
    daysOfWeek: maskOf(dayOfWeek.values.map((value) => value % 7)),
    nthDaysOfWeek: Object.freeze([1, 2, 3, 4, 5].map((nth) => nthMask(weekdays, nth))),
    lastDaysOfWeek: maskOf(weekdays.flatMap((item) => (item.kind === 'last-weekday' ? [item.weekday] : []))),
    either: dayOfMonth.restricted && dayOfWeek.restricted,
  });
}

function nthMask(items: readonly CronItem[], nth: number): number {
  return maskOf(items.flatMap((item) => (item.kind === 'nth-weekday' && item.nth === nth ? [item.weekday] : [])));
}

function maskOf(values: readonly number[]): number {
  return values.reduce((mask, value) => mask | (1 << value), 0);
}
