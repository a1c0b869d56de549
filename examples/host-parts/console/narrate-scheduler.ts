import type { SchedulerEvents, SchedulerHandle } from 'worker-schedules';
import { clock, paint, say, sayOf, until } from './say.ts';

const who = 'scheduler';

/** Says what a scheduler decides, line by line. */
export function narrateScheduler(scheduler: SchedulerHandle): void {
  sayState(scheduler.state);
  scheduler.on('status', ({ status }) => sayState(status));
  narrateFires(scheduler);
  narrateRetries(scheduler);
}

function sayState(state: SchedulerHandle['state']): void {
  if (state === 'leading' || state === 'standby')
    say(who, `${state === 'leading' ? 'leads' : 'stands by'} (pid ${process.pid})`);
  if (state === 'stopped') say(who, 'stopped');
}

function narrateFires(scheduler: SchedulerHandle): void {
  scheduler.on('enqueued', (fire) => sayFire(fire, `run ${fire.runId ?? ''} queued`));
  scheduler.on('skipped', (fire) =>
    sayFire(fire, `${paint('yellow', 'skipped')}, run ${fire.runId ?? ''} is not over yet`),
  );
  scheduler.on('failed', (fire) => {
    const why = fire.detail === null ? fire.reason : `${fire.reason}, ${fire.detail}`;
    sayFire(fire, `${paint('red', 'failed')}, ${why}`);
  });
  scheduler.on('healed', ({ workerName, to, reason }) =>
    sayOf(who, workerName, `next ${clock(to)} after all (${reason})`),
  );
}

function narrateRetries(scheduler: SchedulerHandle): void {
  scheduler.on('retried', ({ workerName, runId, retryOf, attempt, notBefore }) => {
    const start = notBefore === null ? '' : `, not before ${clock(notBefore)} (${until(notBefore)})`;
    sayOf(
      who,
      workerName,
      `${paint('yellow', 'retry')} of run ${retryOf}: run ${runId} queued as attempt ${attempt} of 3${start}`,
    );
  });
  scheduler.on('retry-superseded', ({ workerName, runId }) =>
    sayOf(who, workerName, `run ${runId} is not retried: another run came first`),
  );
  scheduler.on('interrupted', ({ workerName, runId, status }) =>
    sayOf(who, workerName, `run ${runId} ${paint('red', status)}: its runner has not been heard of`),
  );
}

/** Several missed occurrences cost one run; then `coalescedFrom` is the first of them. */
function sayFire(fire: SchedulerEvents['enqueued'], decision: string): void {
  const { workerName, scheduledAt, coalescedFrom, nextRunAt } = fire;
  const missed = coalescedFrom === null ? '' : ` (and all since ${clock(coalescedFrom)})`;
  const next = nextRunAt === null ? '' : `; next ${clock(nextRunAt)}`;
  sayOf(who, workerName, `due ${clock(scheduledAt)}${missed}: ${decision}${next}`);
}
