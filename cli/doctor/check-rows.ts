import { countActiveRuns } from '../../lib/ledger/count-active-runs.ts';
import { listServedWorkers } from '../../lib/ledger/list-served-workers.ts';
import { countSchedules } from '../../lib/schedules/count-schedules.ts';
import { getSchedulerState } from '../../lib/schedules/scheduler-state.ts';
import { elapsedText } from '../elapsed-text.ts';
import type { Check, Finding } from './finding.ts';

/** Schedules that have no next run, and those that the leader leaves alone for now. */
export const checkSchedules: Check = async ({ knex, input }) => {
  const { faulty } = await countSchedules(knex, { names: input });
  const state = await getSchedulerState(knex, { names: input });
  const found: Finding[] = [
    ...faulty.map(({ workerName, fault }) => ({ workerName, level: 'fault' as const, message: fault })),
    ...(state?.faulty ?? []).map(({ workerName, reason }) => ({
      workerName,
      level: 'fault' as const,
      message: reason,
    })),
    ...(state?.deferred ?? []).map(({ workerName, reason, seconds }) => ({
      workerName,
      level: 'note' as const,
      message: `deferred for ${elapsedText(seconds * 1000)}: ${reason}`,
    })),
  ].map(({ workerName, level, message }) => ({ check: 'schedules', level, message: `${workerName}: ${message}` }));
  return found.length > 0 ? found : [{ check: 'schedules', level: 'ok', message: 'none is faulty or deferred' }];
};

/** Runs whose lease is over, and runs that nobody alive would claim. */
export const checkRuns: Check = async ({ knex, input }) => {
  const { overdue, ready } = await countActiveRuns(knex, { names: input });
  const served = new Set(await listServedWorkers(knex, { names: input }));
  const unserved = ready.filter(({ workerName }) => !served.has(workerName)).map(({ workerName }) => workerName);
  const found: Finding[] = [];
  if (overdue > 0) {
    const message = `${overdue} running with a lease that is over; the scheduler ends them`;
    found.push({ check: 'runs', level: 'note', message });
  }
  if (unserved.length > 0) {
    const message = `queued, and no live runner serves them: ${unserved.join(', ')}`;
    found.push({ check: 'runs', level: 'fault', message });
  }
  return found.length > 0
    ? found
    : [{ check: 'runs', level: 'ok', message: 'none waits for a runner that is not there' }];
};
