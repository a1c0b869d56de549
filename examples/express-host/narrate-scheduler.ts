import type { FireReason, SchedulerHandle } from 'worker-schedules';
import { clock, paint, say, sayOf, until } from './say.ts';

const who = 'scheduler';

const because: Readonly<Partial<Record<FireReason, string>>> = { slot_busy: 'is not over yet' };

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
  scheduler.on('enqueued', ({ workerName, scheduledAt, runId, coalescedFrom, nextRunAt }) => {
    const missed = coalescedFrom === null ? '' : `, for all since ${clock(coalescedFrom)}`;
    sayOf(who, workerName, `due ${clock(scheduledAt)}: run ${runId} queued${missed}${next(nextRunAt)}`);
  });
  scheduler.on('skipped', ({ workerName, scheduledAt, runId, nextRunAt }) =>
    sayOf(who, workerName, `due ${clock(scheduledAt)}: skipped, run ${runId} ${because.slot_busy}${next(nextRunAt)}`),
  );
  scheduler.on('failed', ({ workerName, scheduledAt, reason, detail, nextRunAt }) => {
    const why = [reason, detail].filter((part) => part !== null).join(', ');
    sayOf(who, workerName, `due ${clock(scheduledAt)}: ${paint('red', 'not queued')}, ${why}${next(nextRunAt)}`);
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

function next(nextRunAt: Date | null): string {
  return nextRunAt === null ? '' : `; next ${clock(nextRunAt)}`;
}
