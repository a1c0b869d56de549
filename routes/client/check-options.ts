import { ScheduleClientError } from './schedule-client-error.ts';

type Check = (value: unknown) => boolean;

/** What each option must be, and how that is said; there are no others. */
export type Checks = Readonly<Record<string, readonly [check: Check, need: string]>>;

/** A check that lets an option be left out. */
export function optional(check: Check): Check {
  return (value) => value === undefined || check(value);
}

/** Checks options by a table of theirs. Throws `invalid_options`, naming every fault and every unknown option. */
export function checkOptions(what: string, options: unknown, checks: Checks): void {
  if (options === undefined) return;
  const isObject = typeof options === 'object' && options !== null;
  const given: Readonly<Record<string, unknown>> = isObject ? { ...options } : { options };
  const faults = [
    ...Object.keys(given)
      .filter((name) => !Object.hasOwn(checks, name))
      .map((name) => [name, 'there is no such option'] as const),
    ...Object.entries(checks)
      .filter(([name, [check]]) => !check(given[name]))
      .map(([name, [, need]]) => [name, need] as const),
  ];
  if (faults.length === 0) return;
  const errors = faults.map(([path, need]) => ({ path, code: 'invalid_options', message: `${path}: ${need}.` }));
  const sentences = errors.map(({ message }) => message).join(' ');
  throw new ScheduleClientError('invalid_options', `The options of ${what} are not valid. ${sentences}`, { errors });
}
