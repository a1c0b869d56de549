import type { CronExpression } from './cron-expression.ts';

/** Values from `first` to `last`, both included, every `step`; a single value has `first === last`. */
export interface Run {
  readonly first: number;
  readonly last: number;
  readonly step: number;
}

/** The times of day that a sentence claims: a short list (minutes since midnight), or minutes and hours as patterns. */
export type TimeClaim =
  | { readonly kind: 'times'; readonly times: readonly number[] }
  | { readonly kind: 'pattern'; readonly minutes: MinuteClaim; readonly hours: readonly Run[] | 'every' };

/** Minutes as runs, or as a rhythm in minutes that divides the hour (1 for every minute). */
export type MinuteClaim = { readonly every: number } | { readonly runs: readonly Run[] };

/** Days of the month; `last` is the last day. */
export interface MonthDayClaim {
  readonly runs: readonly Run[];
  readonly last: boolean;
}

/** Weekdays as 1 (Monday) to 7 (Sunday): every week, on the nth of the month, and on the last of the month. */
export interface WeekdayClaim {
  readonly runs: readonly Run[];
  readonly nth: readonly { readonly nth: number; readonly weekday: number }[];
  readonly last: readonly number[];
}

/** What a sentence about an expression claims, in no language; a day matches either day claim, null means every day. */
export interface CronClaims {
  readonly time: TimeClaim;
  readonly days: { readonly ofMonth: MonthDayClaim | null; readonly ofWeek: WeekdayClaim | null } | null;
  readonly months: readonly Run[] | null;
}

const EVERY_WEEKDAY = 0b1111111;
const EVERY_MONTH_DAY = -2;
const EVERY_MONTH = 0b1111111111110;
/** More times of day than this are said as a pattern. */
const LONGEST_TIME_LIST = 6;

/** Reads from an expression's sets what a sentence may truthfully say. */
export function cronClaims(expression: CronExpression): CronClaims {
  return {
    time: timeClaim(expression),
    days: dayClaims(expression),
    months: expression.months === EVERY_MONTH ? null : runsOf(valuesOf(expression.months)),
  };
}

function timeClaim({ minutes: mask, hours: hourMask }: CronExpression): TimeClaim {
  const minutes = [...valuesOf(mask.low), ...valuesOf(mask.high).map((minute) => minute + 30)];
  const hours = valuesOf(hourMask);
  if (minutes.length * hours.length <= LONGEST_TIME_LIST) {
    return { kind: 'times', times: hours.flatMap((hour) => minutes.map((minute) => hour * 60 + minute)) };
  }
  return { kind: 'pattern', minutes: minuteClaim(minutes), hours: hours.length === 24 ? 'every' : runsOf(hours) };
}

function minuteClaim(minutes: readonly number[]): MinuteClaim {
  const every = 60 / minutes.length;
  const isRhythm = minutes.length > 1 && minutes.every((minute, index) => minute === index * every);
  return isRhythm ? { every } : { runs: runsOf(minutes) };
}

function dayClaims({ days }: CronExpression): CronClaims['days'] {
  const everyMonthDay = days.daysOfMonth === EVERY_MONTH_DAY;
  const everyWeekday = days.daysOfWeek === EVERY_WEEKDAY;
  if (days.either ? everyMonthDay || everyWeekday : everyMonthDay && everyWeekday) {
    return null;
  }
  return {
    ofMonth: everyMonthDay ? null : { runs: runsOf(valuesOf(days.daysOfMonth)), last: days.lastDayOfMonth },
    ofWeek: everyWeekday
      ? null
      : {
          runs: runsOf(weekdaysOf(days.daysOfWeek)),
          nth: days.nthDaysOfWeek.flatMap((mask, index) =>
            weekdaysOf(mask).map((weekday) => ({ nth: index + 1, weekday })),
          ),
          last: weekdaysOf(days.lastDaysOfWeek),
        },
  };
}

/** Four or more values in even steps are one run; otherwise neighbours are, three at least. */
function runsOf(values: readonly number[]): readonly Run[] {
  const [first = 0, second = 0] = values;
  const step = second - first;
  if (values.length >= 4 && step > 1 && values.every((value, index) => value === first + index * step)) {
    return [{ first, last: values.at(-1) ?? first, step }];
  }
  return neighboursOf(values).flatMap(({ first: start, last }) =>
    last - start >= 2
      ? [{ first: start, last, step: 1 }]
      : Array.from({ length: last - start + 1 }, (_, index) => single(start + index)),
  );
}

function neighboursOf(values: readonly number[]): readonly { first: number; last: number }[] {
  const groups: { first: number; last: number }[] = [];
  for (const value of values) {
    const group = groups.at(-1);
    if (group?.last === value - 1) {
      group.last = value;
    } else {
      groups.push({ first: value, last: value });
    }
  }
  return groups;
}

function single(value: number): Run {
  return { first: value, last: value, step: 1 };
}

function valuesOf(mask: number): number[] {
  return Array.from({ length: 32 }, (_, bit) => bit).filter((bit) => (mask & (1 << bit)) !== 0);
}

function weekdaysOf(mask: number): number[] {
  return valuesOf(mask)
    .map((weekday) => (weekday === 0 ? 7 : weekday))
    .sort((a, b) => a - b);
}
