import type { Decision, Written } from '../schedules/decision.ts';
import type { Leading } from './leading.ts';
import type { FireEvent } from './scheduler-events.ts';

/** Tells what was written, after its commit; a row of skips is also a warning in the log. */
export function tellDecisions(leading: Leading, decisions: readonly Decision[], written: readonly Written[]): void {
  const { events, skips } = leading;
  const byWorker = new Map(decisions.map((decision) => [decision.workerName, decision]));
  for (const { result, ...fire } of written) {
    const decision = byWorker.get(fire.workerName);
    if (result !== 'skipped') skips.ended(fire.workerName);
    if (result === 'skipped') tellSkip(leading, fire);
    else if (result !== 'failed') events.emit(result, fire);
    else if (decision !== undefined && decision.verdict !== 'enqueue') {
      events.emit('failed', { ...fire, reason: decision.verdict, detail: decision.detail });
    }
  }
}

function tellSkip({ events, skips, settings }: Leading, fire: FireEvent): void {
  events.emit('skipped', { ...fire, reason: 'slot_busy' });
  const count = skips.skipped(fire.workerName);
  if (count === null) return;
  const { workerName, runId } = fire;
  settings.logger.warn(`Worker ${workerName} was skipped ${count} times in a row`, { workerName, count, runId });
  events.emit('skipping', { workerName, count, runId });
}
