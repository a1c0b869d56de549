import { nextOccurrence } from '../calendar/next-occurrence.ts';
import { messageOf } from '../errors.ts';
import { dueOccurrence } from '../schedules/due-occurrence.ts';
import type { DueSchedule } from '../schedules/read-due.ts';
import type { Decision } from '../schedules/decision.ts';
import type { Resolution } from './resolution.ts';
import type { Resolved } from './resolver.ts';

interface Outlook {
  readonly dueAt: Date;
  /** The newest occurrence not after now that is later than the stored one, or null. */
  readonly scheduledAt: Date | null;
  readonly nextRunAt: Date | null;
  readonly fault: string | null;
}

function lookOut(row: DueSchedule, now: Date): Outlook {
  const { cron, timezone } = row;
  const dueAt = new Date(row.nextRunAtText);
  try {
    return {
      dueAt,
      scheduledAt: dueOccurrence({ cron, timezone, nextRunAt: dueAt }, now),
      nextRunAt: nextOccurrence(cron, { timezone, after: now }),
      fault: null,
    };
  } catch (error) {
    return { dueAt, scheduledAt: null, nextRunAt: null, fault: messageOf(error) };
  }
}

type Verdict = Pick<Decision, 'verdict' | 'detail' | 'configJson' | 'hostColumns'>;

function verdictOf(resolution: Resolution, fault: string | null): Verdict {
  const { hostColumns } = resolution;
  if (fault !== null) return { verdict: 'invalid_schedule', detail: fault, configJson: null, hostColumns };
  if (resolution.kind === 'ready')
    return { verdict: 'enqueue', detail: null, configJson: resolution.configJson, hostColumns };
  const verdict = resolution.kind === 'invalid' ? resolution.reason : 'config_failed';
  return { verdict, detail: resolution.detail, configJson: null, hostColumns };
}

/**
 * Decides a batch of due schedules at the instant `now`: pure, and computed once per distinct expression, zone and stored
 * instant. A schedule whose next run cannot be computed any more fails and sleeps with its fault.
 */
export function planBatch(resolved: readonly Resolved<DueSchedule>[], now: Date): Decision[] {
  const outlooks = new Map<string, Outlook>();
  return resolved.map(({ target, resolution }) => {
    const key = `${target.timezone}\0${target.cron}\0${target.nextRunAtText}`;
    const outlook = outlooks.get(key) ?? lookOut(target, now);
    outlooks.set(key, outlook);
    const { workerName, version, nextRunAtText: dueAtText } = target;
    return { workerName, version, dueAtText, ...outlook, ...verdictOf(resolution, outlook.fault) };
  });
}
