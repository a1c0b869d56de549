import type { SchedulerHealth } from './scheduler-health.ts';
import type { SchedulerState } from './scheduler-state.ts';

/** `stalled`: somebody holds the leader's lock and has not ticked for a while; `leaderless`: nobody holds it. */
export type SchedulerVerdict = 'ticking' | 'stalled' | 'leaderless';

/** A leader says something at least every 5 s; three times that is long enough to call it stalled. */
const STALLED_AFTER_MS = 15_000;

/** Idle or dead? What the database sees decides, and what the leader says of itself only where it leads. */
export function schedulerVerdict(health: SchedulerHealth, state: SchedulerState | undefined): SchedulerVerdict {
  if (health.lockHolder === null) return 'leaderless';
  const lastTickAt = state?.lastTickAt?.getTime() ?? -Infinity;
  return health.now.getTime() - lastTickAt <= STALLED_AFTER_MS ? 'ticking' : 'stalled';
}
