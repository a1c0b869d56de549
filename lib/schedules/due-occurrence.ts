import { previousOccurrence } from '../calendar/previous-occurrence.ts';

/** An agenda that has come due. */
export interface DueAgenda {
  readonly cron: string;
  readonly timezone: string;
  readonly nextRunAt: Date;
}

/**
 * Which occurrence a due schedule stands for now: the later of `nextRunAt` and the newest occurrence not after `now`. Null
 * means `nextRunAt` itself, whose exact value only the database has (a Date loses microseconds). Several missed
 * occurrences so become one, without stepping through them. Throws `invalid_cron` or `invalid_timezone`.
 */
export function dueOccurrence(agenda: DueAgenda, now: Date): Date | null {
  const newest = previousOccurrence(agenda.cron, { timezone: agenda.timezone, notAfter: now });
  return newest !== null && newest > agenda.nextRunAt ? newest : null;
}
