import { MAX_ATTEMPTS } from '../../lib/ledger/retry-policy.ts';
import type { History } from '../audit/history.ts';
import { groupBy, type Violation } from './violation.ts';

type Run = History['runs'][number];

/** A retry is owed as soon as its run has ended; a tick or two later it must be there (ms). */
const OWED_FOR_MS = 10_000;
/** The row's instants have microseconds, which a Date loses. */
const ROUNDING_MS = 2;

/** Every chain has at most three attempts, its delays are those of the policy, and only what may be retried was. */
export function checkChains(history: History): Violation[] {
  const byId = new Map(history.runs.map((run) => [run.id, run]));
  const retries = history.runs.filter((run) => run.attempt > 1 || run.retryOf !== null);
  const faults = retries.flatMap((run) =>
    retryFaults(run, byId.get(run.retryOf ?? '')).map((fault) => ({ run, fault })),
  );
  const twice = [...groupBy(retries, ({ retryOf }) => retryOf ?? '').values()].filter((same) => same.length > 1);
  return [
    ...faults.map(({ run, fault }) => violation(run, fault)),
    ...twice.flatMap((same) => same.map((run) => violation(run, `is one of ${same.length} retries of one run`))),
    ...missingRetries(history).map((run) => violation(run, 'was owed a retry and has none')),
  ];
}

function violation(run: Run, fault: string): Violation {
  return { rule: 'chains and delays', who: run.workerName, what: `run ${run.id} ${fault}` };
}

function retryFaults(run: Run, parent: Run | undefined): string[] {
  if (parent === undefined) return [`is attempt ${run.attempt} of nothing`];
  const faults: string[] = [];
  if (parent.trigger !== 'SCHEDULE') faults.push(`retries a run of trigger ${parent.trigger}`);
  if (parent.status !== 'FAILED' && parent.status !== 'INTERRUPTED')
    faults.push(`retries one that is ${parent.status}`);
  if (run.attempt !== parent.attempt + 1) faults.push(`is attempt ${run.attempt} after ${parent.attempt}`);
  if (run.attempt > MAX_ATTEMPTS) faults.push(`is attempt ${run.attempt}`);
  if (run.scheduledFor !== parent.scheduledFor) faults.push('is for another occurrence than the run it retries');
  if (run.trigger !== 'SCHEDULE' || run.workerName !== parent.workerName) faults.push('is not of its chain');
  return [...faults, ...delayFaults(run, parent.attempt)];
}

/** 60 s after the first attempt, 120 s after the second, each times 0.8 to 1.2; it never starts before. */
function delayFaults(run: Run, failedAttempt: number): string[] {
  const plannedMs = 60_000 * 2 ** (failedAttempt - 1);
  const delayMs = (run.notBefore ?? -Infinity) - run.queuedAt;
  const early = delayMs < plannedMs * 0.8 - ROUNDING_MS;
  const late = delayMs > plannedMs * 1.2 + ROUNDING_MS;
  const jumped = run.startedAt !== null && run.startedAt < (run.notBefore ?? 0) - ROUNDING_MS;
  return [
    ...(early || late ? [`waits ${delayMs} ms after attempt ${failedAttempt}`] : []),
    ...(jumped ? ['was started before its time'] : []),
  ];
}

/** Runs that the rules say are owed a retry, for long enough, in the state that everything is in at the end. */
function missingRetries({ runs, schedules, until }: History): Run[] {
  const lastVersion = new Map(schedules.map((version) => [version.workerName, version]));
  const newest = new Map(runs.map((run) => [run.workerName, run.id]));
  return runs.filter((run) => {
    const schedule = lastVersion.get(run.workerName);
    const ended = run.finishedAt ?? Infinity;
    return (
      run.trigger === 'SCHEDULE' &&
      ['FAILED', 'INTERRUPTED'].includes(run.status) &&
      run.attempt < MAX_ATTEMPTS &&
      newest.get(run.workerName) === run.id &&
      Math.max(ended, run.notBefore ?? 0) < until - OWED_FOR_MS &&
      schedule !== undefined &&
      schedule.op !== 'DELETE' &&
      schedule.row.enabled &&
      schedule.row.switchedAt <= ended
    );
  });
}
