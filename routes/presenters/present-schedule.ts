import { nextOccurrences } from '../../lib/calendar/next-occurrences.ts';
import type { Run } from '../../lib/ledger/run.ts';
import type { Schedule } from '../../lib/schedules/schedule.ts';
import { cronWords, type Locale } from './cron-words.ts';
import { instantText } from './instant-text.ts';
import { presentHolder } from './present-run.ts';

const SHOWN_OCCURRENCES = 5;

/** A stored expression may no longer be understood (its schedule has a `fault` then); it is shown without words. */
function understood<T>(read: () => T, otherwise: T): T {
  try {
    return read();
  } catch {
    return otherwise;
  }
}

/** The agenda of a worker without what only its own page shows. */
export function presentAgenda(schedule: Schedule, locale: Locale = 'en'): object {
  return {
    kind: schedule.kind,
    enabled: schedule.enabled,
    cron: schedule.cron,
    description: understood(() => cronWords(schedule.cron, locale), null),
    timezone: schedule.timezone,
    next_run_at: instantText(schedule.nextRunAt),
    last_enqueued_at: instantText(schedule.lastEnqueuedAt),
    last_skipped_at: instantText(schedule.lastSkippedAt),
    switched_at: instantText(schedule.switchedAt),
    switched_by: schedule.switchedBy,
    fault: schedule.fault,
    version: schedule.version,
  };
}

/** What a schedule is shown with: the moment by the database's clock, and the run that holds the worker's slot. */
export interface ScheduleSurroundings {
  readonly now: Date;
  readonly activeRun: Run | undefined;
  /** Of the description. Default: en. */
  readonly locale?: Locale;
}

/** A schedule as JSON, with the occurrences that follow `now` and the run that would make the next one a skip. */
export function presentSchedule(schedule: Schedule, { now, activeRun, locale }: ScheduleSurroundings): object {
  return {
    worker_name: schedule.workerName,
    ...presentAgenda(schedule, locale),
    request: schedule.request,
    switched_by_user_id: schedule.switchedByUserId,
    updated_by: schedule.updatedBy,
    updated_by_user_id: schedule.updatedByUserId,
    created_at: instantText(schedule.createdAt),
    updated_at: instantText(schedule.updatedAt),
    next_occurrences: schedule.enabled ? followingOccurrences(schedule, now).map(instantText) : [],
    blocked_by: activeRun === undefined ? null : presentHolder(activeRun),
  };
}

function followingOccurrences({ cron, timezone }: Schedule, now: Date): Date[] {
  return understood(() => nextOccurrences(cron, { timezone, after: now, count: SHOWN_OCCURRENCES }), []);
}
