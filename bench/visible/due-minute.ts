/** Milliseconds that a contender gets to start, and more for each schedule that it saves one by one. */
const START_MS = 8000;
const SAVE_MS = 8;

/** An instant that comes when everything is set up, and an expression. */
export interface DueInstant {
  readonly at: number;
  readonly cron: string;
}

/** Without a wait for a full minute, which our schedules do not need; the expression names a day far away. */
export function dueSoon(now: number): DueInstant {
  return { at: now + START_MS, cron: new Date(now).getUTCMonth() === 0 ? '0 0 1 7 *' : '0 0 1 1 *' };
}

/**
 * The first full minute that leaves time enough for so many schedules, and the expression that names it and no other of
 * the hour; `now` in milliseconds of the epoch.
 */
export function dueMinute(now: number, savedOneByOne: number): DueInstant {
  const at = Math.ceil((now + START_MS + savedOneByOne * SAVE_MS) / 60_000) * 60_000;
  return { at, cron: `${new Date(at).getUTCMinutes()} * * * *` };
}
