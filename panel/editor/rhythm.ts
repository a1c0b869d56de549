/** A rhythm that the builder knows; everything else is said by the expression. */
export type Rhythm =
  | { readonly kind: 'minutes'; readonly every: number }
  | { readonly kind: 'hours'; readonly every: number; readonly minute: number }
  | ({ readonly kind: 'days' } & TimeOfDay)
  | ({ readonly kind: 'weekdays'; readonly days: readonly number[] } & TimeOfDay)
  | ({ readonly kind: 'months'; readonly day: string } & TimeOfDay)
  | { readonly kind: 'custom' };

interface TimeOfDay {
  readonly hour: number;
  readonly minute: number;
}

/** Steps of minutes and of hours that come round evenly. */
export const MINUTE_STEPS = [1, 2, 3, 5, 6, 10, 12, 15, 20, 30] as const;
export const HOUR_STEPS = [1, 2, 3, 4, 6, 8, 12] as const;

/** The expression that a rhythm is; undefined for one that only an expression says. */
export function cronOf(rhythm: Rhythm): string | undefined {
  switch (rhythm.kind) {
    case 'minutes':
      return rhythm.every === 1 ? '* * * * *' : `*/${rhythm.every} * * * *`;
    case 'hours':
      return `${rhythm.minute} ${rhythm.every === 1 ? '*' : `*/${rhythm.every}`} * * *`;
    case 'days':
      return `${rhythm.minute} ${rhythm.hour} * * *`;
    case 'weekdays':
      return `${rhythm.minute} ${rhythm.hour} * * ${[...rhythm.days].sort((a, b) => a - b).join(',')}`;
    case 'months':
      return `${rhythm.minute} ${rhythm.hour} ${rhythm.day} * *`;
    default:
      return undefined;
  }
}

const NICKNAMES: Readonly<Record<string, string>> = {
  '@hourly': '0 * * * *',
  '@daily': '0 0 * * *',
  '@midnight': '0 0 * * *',
  '@weekly': '0 0 * * 0',
  '@monthly': '0 0 1 * *',
};

const DAY_NAMES = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];

/** A whole number up to `most`, or undefined. */
function numberIn(text: string, most: number): number | undefined {
  return /^\d{1,2}$/.test(text) && Number(text) <= most ? Number(text) : undefined;
}

function dayNumber(text: string): number | undefined {
  const named = DAY_NAMES.indexOf(text.toUpperCase());
  const number = named < 0 ? numberIn(text, 7) : named;
  return number === 7 ? 0 : number;
}

/** The days that a field of weekdays lists, ranges taken apart; undefined for anything else. */
function daysIn(field: string): number[] | undefined {
  const days = new Set<number>();
  for (const item of field.split(',')) {
    const [from, to, ...more] = item.split('-').map(dayNumber);
    if (from === undefined || more.length > 0 || (item.includes('-') && (to === undefined || to < from)))
      return undefined;
    for (let day = from; day <= (to ?? from); day += 1) days.add(day);
  }
  return [...days].sort((a, b) => a - b);
}

function stepIn(field: string, steps: readonly number[]): number | undefined {
  if (field === '*') return 1;
  const step = /^\*\/(\d{1,2})$/.exec(field)?.[1];
  return step !== undefined && steps.includes(Number(step)) ? Number(step) : undefined;
}

/** The rhythm that an expression is; `custom` for those that the builder cannot show. */
export function rhythmOf(cron: string): Rhythm {
  const text = cron.trim();
  const [minutes = '', hours = '', days = '', months = '', weekdays = '', ...more] = (
    NICKNAMES[text.toLowerCase()] ?? text
  ).split(/[ \t]+/);
  if (months !== '*' || more.length > 0) return { kind: 'custom' };
  const minute = numberIn(minutes, 59);
  const hour = numberIn(hours, 23);
  if (days === '*' && weekdays === '*') return plainRhythm({ minutes, hours, minute, hour });
  if (minute === undefined || hour === undefined) return { kind: 'custom' };
  if (days === '*') {
    const listed = daysIn(weekdays);
    return listed === undefined ? { kind: 'custom' } : { kind: 'weekdays', days: listed, hour, minute };
  }
  const isDay = /^([1-9]|[12]\d|3[01]|L)$/i.test(days) && weekdays === '*';
  return isDay ? { kind: 'months', day: days.toUpperCase(), hour, minute } : { kind: 'custom' };
}

interface TimeFields {
  readonly minutes: string;
  readonly hours: string;
  readonly minute: number | undefined;
  readonly hour: number | undefined;
}

/** The rhythm of an expression that restricts no day. */
function plainRhythm({ minutes, hours, minute, hour }: TimeFields): Rhythm {
  if (minute !== undefined && hour !== undefined) return { kind: 'days', hour, minute };
  const hourStep = stepIn(hours, HOUR_STEPS);
  if (minute !== undefined && hourStep !== undefined) return { kind: 'hours', every: hourStep, minute };
  const minuteStep = stepIn(minutes, MINUTE_STEPS);
  return minuteStep !== undefined && hours === '*' ? { kind: 'minutes', every: minuteStep } : { kind: 'custom' };
}

/** A rhythm of another kind that keeps the time of day of the one before. */
export function turnedInto(kind: Rhythm['kind'], before: Rhythm): Rhythm {
  const hour = 'hour' in before ? before.hour : 9;
  const minute = 'minute' in before ? before.minute : 0;
  switch (kind) {
    case 'minutes':
      return { kind, every: 15 };
    case 'hours':
      return { kind, every: 1, minute };
    case 'days':
      return { kind, hour, minute };
    case 'weekdays':
      return { kind, days: [1, 2, 3, 4, 5], hour, minute };
    case 'months':
      return { kind, day: '1', hour, minute };
    default:
      return { kind };
  }
}
