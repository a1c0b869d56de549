/** Milliseconds that a contender gets to start, and more for each schedule that it saves one by one. */
const START_MS = 8000;
const SAVE_MS = 8;

/** A full minute that comes when everything is set up, and the expression that names it and no other of the hour. */
export interface DueMinute {
  readonly at: number;
  readonly cron: string;
}

/** The first full minute that leaves time enough for so many schedules; `now` in milliseconds of the epoch. */
export function dueMinute(now: number, savedOneByOne: number): DueMinute {
  const at = Math.ceil((now + START_MS + savedOneByOne * SAVE_MS) / 60_000) * 60_000;
  return { at, cron: `${new Date(at).getUTCMinutes()} * * * *` };
}
