/**
 * The rules of docs/calendar.md, taken literally: every minute of a few days is looked at, one after the other. It shares
 * no code with lib/calendar and knows only the platform's offsets; slow, and meant to be.
 */
export interface OffsetChange {
  /** Minutes since 1970. */
  readonly at: number;
  /** Minutes ahead of UTC from there on. */
  readonly offset: number;
}

const MINUTE = 60_000;
const DAY = 1440;

/** The offset changes of a zone between two instants (minutes since 1970), the first entry being the offset at `from`. */
export function offsetChanges(zone: string, from: number, to: number): readonly OffsetChange[] {
  const offsetAt = offsetsOf(zone);
  const changes: OffsetChange[] = [{ at: from, offset: offsetAt(from) }];
  for (let minute = from; minute < to; minute += DAY) {
    while (changes.at(-1)!.offset !== offsetAt(minute + DAY)) {
      changes.push(firstChange(offsetAt, Math.max(minute, changes.at(-1)!.at), minute + DAY));
    }
  }
  return changes;
}

function firstChange(offsetAt: (minute: number) => number, from: number, to: number): OffsetChange {
  let [low, high] = [from, to];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    [low, high] = offsetAt(middle) === offsetAt(from) ? [middle, high] : [low, middle];
  }
  return { at: high, offset: offsetAt(high) };
}

function offsetsOf(zone: string): (minute: number) => number {
  const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset', year: 'numeric' });
  return (minute) => {
    const [, sign, hours = '0', minutes = '0'] = /GMT(?:([+-])(\d+):(\d+))?/.exec(format.format(minute * MINUTE))!;
    return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
  };
}

const names = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
const days = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];

/** Whether a date (as a UTC midnight) and a time of day match the five fields of an expression without nicknames. */
export class LiteralCron {
  readonly followsRealTime: boolean;
  readonly #fields: readonly string[];
  readonly #dates = new Map<number, boolean>();
  readonly #minutes: readonly boolean[];
  readonly #hours: readonly boolean[];

  constructor(text: string) {
    this.#fields = text.trim().split(/[ \t]+/);
    this.followsRealTime = this.#fields[1]!.includes('*');
    this.#minutes = Array.from({ length: 60 }, (_, minute) => matchesList(this.#fields[0]!, minute, [0, 59]));
    this.#hours = Array.from({ length: 24 }, (_, hour) => matchesList(this.#fields[1]!, hour, [0, 23]));
  }

  /** Whether a wall-clock reading, in minutes as if it were UTC, is named. */
  matches(reading: number): boolean {
    const day = Math.floor(reading / DAY);
    const ofDay = reading - day * DAY;
    return this.#minutes[ofDay % 60]! && this.#hours[Math.floor(ofDay / 60)]! && this.#matchesDate(day);
  }

  #matchesDate(day: number): boolean {
    let matches = this.#dates.get(day);
    if (matches === undefined) {
      matches = this.#readDate(new Date(day * DAY * MINUTE));
      this.#dates.set(day, matches);
    }
    return matches;
  }

  #readDate(date: Date): boolean {
    const [, , dayField, monthField, weekdayField] = this.#fields as [string, string, string, string, string];
    const ofMonth = dayField.split(',').some((item) => (item === 'L' ? isLast(date, 1) : matchesDay(item, date)));
    const ofWeek = weekdayField.split(',').some((item) => matchesWeekday(item, date));
    const starred = [dayField, weekdayField].some((field) => field.split(',').includes('*'));
    return (
      matchesList(replaceNames(monthField, names, 1), date.getUTCMonth() + 1, [1, 12]) &&
      (starred ? ofMonth && ofWeek : ofMonth || ofWeek)
    );
  }
}

function matchesDay(item: string, date: Date): boolean {
  return matchesList(item, date.getUTCDate(), [1, 31]);
}

function matchesWeekday(written: string, date: Date): boolean {
  const item = replaceNames(written, days, 0).replace(/^([1-6])-0/, '$1-7');
  const weekday = date.getUTCDay();
  if (item.endsWith('L')) {
    return Number(item[0]) % 7 === weekday && isLast(date, 7);
  }
  if (item.includes('#')) {
    return Number(item[0]) % 7 === weekday && Math.ceil(date.getUTCDate() / 7) === Number(item[2]);
  }
  return matchesList(item, weekday, [0, 6]) || (weekday === 0 && item !== '*' && matchesList(item, 7, [0, 6]));
}

/** Whether the date that many days later lies in another month. */
function isLast(date: Date, later: number): boolean {
  return new Date(date.getTime() + later * DAY * MINUTE).getUTCMonth() !== date.getUTCMonth();
}

function replaceNames(field: string, list: readonly string[], first: number): string {
  return field.replace(/[A-Z]{3}/gi, (name) => String(list.indexOf(name.toUpperCase()) + first));
}

function matchesList(field: string, value: number, [min, max]: readonly [number, number]): boolean {
  return field.split(',').some((item) => {
    const [range, step = '1'] = item.split('/') as [string, string?];
    const [low, high] = range === '*' ? [min, max] : range.split('-').map(Number);
    return value >= low! && value <= (high ?? low!) && (value - low!) % Number(step) === 0;
  });
}

/** Every minute from `from` to `to` at which the expression fires, by looking at each of them and at three days around. */
export function literalOccurrences(
  cron: LiteralCron,
  changes: readonly OffsetChange[],
  [from, to]: readonly [number, number],
): readonly number[] {
  const start = from - 3 * DAY;
  const readings = readingsOf(changes, start, to + 3 * DAY);
  const fires = cron.followsRealTime ? everyPass(cron, readings) : firstPasses(cron, readings);
  return fires.map((index) => start + index).filter((minute) => minute >= from && minute <= to);
}

/** Real-time rhythm: every minute whose reading matches. */
function everyPass(cron: LiteralCron, readings: Int32Array): readonly number[] {
  const fires: number[] = [];
  readings.forEach((reading, index) => {
    if (cron.matches(reading)) fires.push(index);
  });
  return fires;
}

/** Fixed times: the first minute that shows a matching reading, or the end of the gap for one that is never shown. */
function firstPasses(cron: LiteralCron, readings: Int32Array): readonly number[] {
  const all = new ReadingSet(readings[0]!, readings.length);
  readings.forEach((reading) => all.add(reading));
  const shown = new ReadingSet(readings[0]!, readings.length);
  const fires: number[] = [];
  readings.forEach((reading, index) => {
    const isFirst = !shown.has(reading) && cron.matches(reading);
    if (isFirst || skippedMatch(cron, all, [readings[index - 1] ?? reading, reading])) fires.push(index);
    shown.add(reading);
  });
  return fires;
}

function skippedMatch(cron: LiteralCron, shown: ReadingSet, [before, now]: readonly [number, number]): boolean {
  for (let gone = before + 1; gone < now; gone += 1) {
    if (!shown.has(gone) && cron.matches(gone)) return true;
  }
  return false;
}

/** A set of readings within two days of a stretch of minutes. */
class ReadingSet {
  readonly #first: number;
  readonly #marks: Uint8Array;

  constructor(first: number, length: number) {
    this.#first = first - 2 * DAY;
    this.#marks = new Uint8Array(length + 4 * DAY);
  }

  add(reading: number): void {
    this.#marks[reading - this.#first] = 1;
  }

  has(reading: number): boolean {
    return this.#marks[reading - this.#first] === 1;
  }
}

function readingsOf(changes: readonly OffsetChange[], from: number, to: number): Int32Array {
  const readings = new Int32Array(to - from + 1);
  for (const [index, { at, offset }] of changes.entries()) {
    const end = Math.min(to + 1, changes[index + 1]?.at ?? Infinity);
    for (let minute = Math.max(from, at); minute < end; minute += 1) readings[minute - from] = minute + offset;
  }
  return readings;
}
