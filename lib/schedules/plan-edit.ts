import { nextOccurrence } from '../calendar/next-occurrence.ts';
import { dueOccurrence } from './due-occurrence.ts';
import type { FireReason } from './fire.ts';
import type { Schedule } from './schedule.ts';

/** What an operator wants the schedule to be. */
export interface WantedSchedule {
  readonly cron: string;
  readonly timezone: string;
  readonly enabled: boolean;
  readonly request: unknown;
}

/** An occurrence that is due and undecided, and that an edit takes away; `scheduledAt` null means `next_run_at` itself. */
export interface TakenOccurrence {
  readonly scheduledAt: Date | null;
  readonly reason: Extract<FireReason, 'edited' | 'paused' | 'deleted'>;
}

export interface EditPlan {
  readonly changed: boolean;
  /** `keep` leaves the stored instant alone. */
  readonly nextRunAt: Date | null | 'keep';
  readonly switched: boolean;
  readonly taken: TakenOccurrence | null;
}

export interface EditMoment {
  readonly now: Date;
  /** Whether `next_run_at <= now` by the database's own comparison. */
  readonly due: boolean;
}

/** JSON equality as jsonb has it: the order of an object's keys has no meaning. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, member: unknown) => {
    if (typeof member !== 'object' || member === null || Array.isArray(member)) return member;
    return Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}

/** The occurrence that is lost when a due schedule stops meaning what it meant. */
export function takenOccurrence(
  current: Schedule,
  moment: EditMoment,
  reason: TakenOccurrence['reason'],
): TakenOccurrence | null {
  if (!moment.due || current.nextRunAt === null) return null;
  const { cron, timezone, nextRunAt } = current;
  try {
    return { scheduledAt: dueOccurrence({ cron, timezone, nextRunAt }, moment.now), reason };
  } catch {
    // The old expression or zone is no longer understood, which is why it is edited: only the stored instant is known.
    return { scheduledAt: null, reason };
  }
}

/**
 * Decides what an edit does. Only a real change of cron, zone, or enabled from off to on recomputes the next run, always
 * from now; an identical save changes nothing at all; an edit never fires by itself.
 */
export function planEdit(current: Schedule, wanted: WantedSchedule, moment: EditMoment): EditPlan {
  const rhythm = current.cron !== wanted.cron || current.timezone !== wanted.timezone;
  const switched = current.enabled !== wanted.enabled;
  const repaired = wanted.enabled && current.fault !== null;
  const changed = rhythm || switched || repaired || canonical(current.request) !== canonical(wanted.request);
  if (!wanted.enabled) {
    return { changed, switched, nextRunAt: null, taken: takenOccurrence(current, moment, 'paused') };
  }
  if (!rhythm && !switched && !repaired) return { changed, switched, nextRunAt: 'keep', taken: null };
  return {
    changed,
    switched,
    nextRunAt: nextOccurrence(wanted.cron, { timezone: wanted.timezone, after: moment.now }),
    taken: takenOccurrence(current, moment, 'edited'),
  };
}
