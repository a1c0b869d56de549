import { databaseMessage, isLockTimeout } from '../database/postgres-errors.ts';
import {
  insertRetries,
  lockSchedulesOf,
  type OwedRetry,
  type PlannedRetry,
  readOwedRetries,
} from '../ledger/owed-retries.ts';
import { retryDelaySeconds } from '../ledger/retry-policy.ts';
import type { Run } from '../ledger/run.ts';
import type { Leading } from './leading.ts';
import type { Resolved } from './resolver.ts';

const BATCH = 500;

/**
 * Second pass: creates the retries that are owed, with the configuration resolved anew. A batch that fails is redone run by
 * run, and what meets somebody's lock is deferred. Returns how many rows were created.
 */
export async function retryPass(leading: Leading): Promise<number> {
  const { session, settings, holdback, retryResolver } = leading;
  const owed = await session.read((database) =>
    readOwedRetries(database, settings.names, { limit: BATCH, except: holdback.names() }),
  );
  if (owed.length === 0) return 0;
  const resolved = await retryResolver.resolve(owed);
  try {
    return await createRetries(leading, resolved);
  } catch (error) {
    if (session.lost.aborted) throw error;
    return await createOneByOne(leading, resolved);
  } finally {
    retryResolver.forget(resolved.map(({ target }) => target));
  }
}

/** A configuration that failed, or a request that is no longer valid, is an attempt that failed. */
export function planRetry({ target, resolution }: Resolved<OwedRetry>, random: () => number): PlannedRetry {
  const ready = resolution.kind === 'ready';
  return {
    runId: target.runId,
    delaySeconds: retryDelaySeconds(target.attempt, random()),
    configJson: ready ? resolution.configJson : null,
    error: ready ? null : resolution.detail,
  };
}

async function createRetries(leading: Leading, resolved: readonly Resolved<OwedRetry>[]): Promise<number> {
  const { session, settings } = leading;
  const { held, created } = await session.write(async (trx) => {
    const workers = resolved.map(({ target }) => target.workerName);
    const locked = await lockSchedulesOf(trx, settings.names, workers);
    const mine = resolved.filter(({ target }) => locked.has(target.workerName));
    const planned = mine.map((one) => planRetry(one, settings.random));
    return { held: mine, created: planned.length === 0 ? [] : await insertRetries(trx, settings.names, planned) };
  });
  tell(leading, held, created);
  return created.length;
}

function tell({ events }: Leading, held: readonly Resolved<OwedRetry>[], created: readonly Run[]): void {
  const byFailed = new Map(created.map((run) => [run.retryOf, run]));
  for (const { target } of held) {
    const run = byFailed.get(target.runId);
    if (run === undefined) {
      events.emit('retry-superseded', { workerName: target.workerName, runId: target.runId });
      continue;
    }
    const { workerName, attempt, notBefore } = run;
    events.emit('retried', { workerName, runId: run.id, retryOf: target.runId, attempt, notBefore });
  }
}

async function createOneByOne(leading: Leading, resolved: readonly Resolved<OwedRetry>[]): Promise<number> {
  let created = 0;
  for (const one of resolved) created += await createAlone(leading, one);
  return created;
}

async function createAlone(leading: Leading, one: Resolved<OwedRetry>): Promise<number> {
  const { workerName } = one.target;
  try {
    const created = await createRetries(leading, [one]);
    leading.holdback.release(workerName);
    return created;
  } catch (error) {
    if (leading.session.lost.aborted) throw error;
    if (isLockTimeout(error)) {
      const retryInMs = leading.holdback.defer(workerName, 'another transaction holds the slot or the schedule');
      leading.events.emit('deferred', { workerName, retryInMs });
    } else {
      const retryInMs = leading.holdback.poison(workerName, databaseMessage(error));
      leading.events.emit('poisoned', { workerName, error, retryInMs });
    }
    return 0;
  }
}
