import { nextOccurrence } from '../../lib/calendar/next-occurrence.ts';
import type { RunMark } from '../../lib/ledger/list-recent-runs.ts';
import type { Fire } from '../../lib/schedules/fire.ts';
import type { Schedule } from '../../lib/schedules/schedule.ts';
import { instantText } from './instant-text.ts';
import { presentFire } from './present-fire.ts';

/** A stretch of time, the moment by the database's clock, and how many marks of one kind a worker may have. */
export interface TimelineWindow {
  readonly now: Date;
  readonly from: Date;
  readonly to: Date;
  readonly limit: number;
}

export interface TimelineView {
  readonly name: string;
  readonly label: string;
  readonly schedule: Schedule | undefined;
  /** Newest first, at most `limit`. */
  readonly runs: readonly RunMark[];
  readonly fires: readonly Fire[];
  readonly window: TimelineWindow;
}

function presentMark(run: RunMark): object {
  return {
    id: run.id,
    status: run.status,
    trigger: run.trigger,
    queued_at: instantText(run.queuedAt),
    started_at: instantText(run.startedAt),
    finished_at: instantText(run.finishedAt),
    attempt: run.attempt,
    retry_of: run.retryOf,
    not_before: instantText(run.notBefore),
    scheduled_for: instantText(run.scheduledFor),
  };
}

/** The stored next occurrence and those that follow it, up to the window's end and one beyond the limit. */
function comingOccurrences(schedule: Schedule | undefined, { now, to, limit }: TimelineWindow): Date[] {
  if (schedule === undefined) return [];
  const { cron, timezone, nextRunAt } = schedule;
  const found: Date[] = [];
  let next: Date | null = nextRunAt;
  while (next !== null && next <= to && found.length <= limit) {
    found.push(next);
    next = following(cron, timezone, next < now ? now : next);
  }
  return found;
}

/** A stored expression may no longer be understood; then only what is stored is known. */
function following(cron: string, timezone: string, after: Date): Date | null {
  try {
    return nextOccurrence(cron, { timezone, after });
  } catch {
    return null;
  }
}

/** What one worker did and will do within a window, as JSON. */
export function presentTimelineItem({ name, label, schedule, runs, fires, window }: TimelineView): object {
  const { to, limit } = window;
  const next = comingOccurrences(schedule, window);
  return {
    name,
    label,
    enabled: schedule?.enabled ?? null,
    timezone: schedule?.timezone ?? null,
    runs: runs.filter(({ queuedAt }) => queuedAt <= to).map(presentMark),
    runs_cut: runs.length === limit,
    silent_fires: fires.filter(({ scheduledAt }) => scheduledAt <= to).map(presentFire),
    next: next.slice(0, limit).map(instantText),
    next_cut: next.length > limit,
  };
}
