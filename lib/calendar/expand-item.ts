import { CronExpressionParser } from 'cron-parser';
import { BoundedCache } from './bounded-cache.ts';
import type { CronField } from './cron-field.ts';
import { cronFault } from './cron-fault.ts';
import type { CronItem } from './read-item.ts';
import type { CronToken } from './split-cron.ts';

const collections = {
  minute: 'minute',
  hour: 'hour',
  'day-of-month': 'dayOfMonth',
  month: 'month',
  'day-of-week': 'dayOfWeek',
} as const;

const fieldOrder = Object.keys(collections);
const expanded = new BoundedCache<string, readonly number[]>(4096);

/** The values that a checked range names (day 7 as it stands); cron-parser expands it, item by item, each once. */
export function expandRange(
  field: CronField,
  item: Extract<CronItem, { kind: 'range' }>,
  token: CronToken,
): readonly number[] {
  const text = `${item.first}-${item.last}/${item.step}`;
  const key = `${field.name} ${text}`;
  const known = expanded.get(key);
  if (known !== undefined) {
    return known;
  }
  const values = parseRange(field, text, token);
  expanded.set(key, values);
  return values;
}

function parseRange(field: CronField, text: string, token: CronToken): readonly number[] {
  const fields = fieldOrder.map((name) => (name === field.name ? text : '*'));
  try {
    const parsed = CronExpressionParser.parse(fields.join(' '), { currentDate: new Date(0), tz: 'UTC' });
    return parsed.fields[collections[field.name]].values.filter((value) => typeof value === 'number');
  } catch (cause) {
    const place = { field: field.name, position: token.position, found: token.text, allowed: 'a range' };
    throw cronFault(`${field.name}: ${token.text} is not understood`, place, cause);
  }
}
