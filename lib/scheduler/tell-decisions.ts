import type { EventHub } from '../events.ts';
import type { Decision, Written } from '../schedules/write-decisions.ts';
import type { SchedulerEvents } from './scheduler-events.ts';

/** Tells what was written, after its commit. */
export function tellDecisions(
  events: EventHub<SchedulerEvents>,
  decisions: readonly Decision[],
  written: readonly Written[],
): void {
  const byWorker = new Map(decisions.map((decision) => [decision.workerName, decision]));
  for (const { result, ...fire } of written) {
    const decision = byWorker.get(fire.workerName);
    if (result === 'skipped') events.emit('skipped', { ...fire, reason: 'slot_busy' });
    else if (result !== 'failed') events.emit(result, fire);
    else if (decision !== undefined && decision.verdict !== 'enqueue') {
      events.emit('failed', { ...fire, reason: decision.verdict, detail: decision.detail });
    }
  }
}
