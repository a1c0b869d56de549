import fc from 'fast-check';
import { supportedTimezones } from '../../lib/calendar/check-timezone.ts';

/** Expressions of every form of the grammar that name at least one date, most of them firing at hours of clock changes. */
export const arbitraryCron: fc.Arbitrary<string> = fc
  .tuple(
    list(item(0, 59)),
    list(fc.oneof(item(0, 23), fc.constantFrom('0', '1', '2', '3', '23'))),
    list(fc.oneof(item(1, 31), fc.constantFrom('*', '*', 'L', '1'))),
    list(fc.oneof(item(1, 12), fc.constantFrom('*', '*', '*', 'MAR', 'nov'))),
    list(fc.oneof(item(0, 7), fc.constantFrom('*', '*', '*', '0L', 'FRIL', '1#2', 'SUN#5', 'FRI-SUN', 'mon'))),
  )
  .map(([minute, hour, day, month, weekday]) => `${minute} ${hour} ${ofEveryMonth(day)} ${month} ${weekday}`);

/** Zones with every kind of change: none, an hour, half an hour, 45 minutes off, at midnight, to the next date, a whole day. */
export const arbitraryZone: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom('UTC', 'America/New_York', 'Europe/Berlin', 'Australia/Lord_Howe', 'Pacific/Chatham'),
  fc.constantFrom('America/Nuuk', 'Africa/Cairo', 'Pacific/Apia', 'Antarctica/Troll', 'Africa/Casablanca'),
  fc.nat().map((index) => supportedTimezones()[index % supportedTimezones().length]!),
);

/** Instants from 2005 to 2035, in milliseconds. */
export const arbitraryInstant: fc.Arbitrary<number> = fc
  .integer({
    min: Date.UTC(2005, 0, 1) / 1000,
    max: Date.UTC(2035, 0, 1) / 1000,
  })
  .map((seconds) => seconds * 1000);

function item(min: number, max: number): fc.Arbitrary<string> {
  const value = fc.integer({ min, max });
  const step = fc.integer({ min: 1, max: max - min });
  return fc.oneof(
    fc.constant('*'),
    value.map(String),
    step.map((size) => `*/${size}`),
    fc.tuple(value, value).map(([a, b]) => `${Math.min(a, b)}-${Math.max(a, b)}`),
    fc.tuple(value, value, step).map(([a, b, size]) => `${Math.min(a, b)}-${Math.max(a, b)}/${size}`),
  );
}

function list(items: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc.array(items, { minLength: 1, maxLength: 3 }).map((members) => members.join(','));
}

/** Days that a month may lack get company, so that the date can occur. */
function ofEveryMonth(days: string): string {
  return /^(?:30|31)/.test(days) ? `1,${days}` : days;
}
