import type { SchedulerHealth } from '../../lib/schedules/scheduler-health.ts';
import type { HeldBack, SchedulerState } from '../../lib/schedules/scheduler-state.ts';
import { schedulerVerdict } from '../../lib/schedules/scheduler-verdict.ts';
import { instantText } from './instant-text.ts';

function presentHeldBack({ workerName, reason, seconds }: HeldBack): object {
  return { worker_name: workerName, reason, seconds };
}

/** The scheduler as JSON: what the database sees of it and what it says of itself. */
export function presentScheduler(health: SchedulerHealth, state: SchedulerState | undefined): object {
  const { now, dueSince } = health;
  return {
    verdict: schedulerVerdict(health, state),
    leader: state?.leader ?? null,
    leading_since: instantText(state?.leadingSince ?? null),
    last_tick_at: instantText(state?.lastTickAt ?? null),
    last_error: state?.lastError ?? null,
    last_error_at: instantText(state?.lastErrorAt ?? null),
    standbys: health.standbys,
    lateness_seconds: dueSince === null ? 0 : (now.getTime() - dueSince.getTime()) / 1000,
    deferred: (state?.deferred ?? []).map(presentHeldBack),
    faulty: (state?.faulty ?? []).map(presentHeldBack),
    zone_data_version: state?.zoneDataVersion ?? null,
  };
}
