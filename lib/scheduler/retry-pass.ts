import type { Names } from '../database/names.ts';
import { databaseMessage, isLockConflict } from '../database/postgres-errors.ts';
import type { Queryable } from '../database/read-rows.ts';
import {
  insertRetries,
  lockSchedulesOf,
  type OwedRetry,
  type PlannedRetry,
  readOwedRetries,
  readSuperseded,
} from '../ledger/owed-retries.ts';
import { retryDelaySeconds } from '../ledger/retry-policy.ts';
import type { Run } from '../ledger/run.ts';
import type { Leading } from './leading.ts';
import { redoInParts } from './redo-in-parts.ts';
import type { Resolved } from './resolver.ts';

const BATCH = 500;

/**
 * Second pass: creates the retries that are owed, with the configuration resolved anew. A batch that fails is redone in
 * parts, and what meets somebody's lock is deferred. Returns how many rows were created.
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
    const together = (part: readonly Resolved<OwedRetry>[]): Promise<number> => createRetries(leading, part);
    const alone = (one: Resolved<OwedRetry>): Promise<number> => createAlone(leading, one);
    return await redoInParts(resolved, { together, alone, over: session.lost });
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
    configJson: ready ? (resolution.configJson ?? JSON.stringify(target.request ?? null)) : null,
    hostColumns: resolution.hostColumns,
    error: ready ? null : resolution.detail,
  };
}

async function createRetries(leading: Leading, resolved: readonly Resolved<OwedRetry>[]): Promise<number> {
  const { session, settings } = leading;
  const { created, superseded } = await session.write(async (trx) => {
    const workers = resolved.map(({ target }) => target.workerName);
    const locked = await lockSchedulesOf(trx, settings.names, workers);
    const mine = resolved.filter(({ target }) => locked.has(target.workerName));
    const planned = mine.map((one) => planRetry(one, settings.random));
    const inserted = planned.length === 0 ? [] : await insertRetries(trx, settings.names, planned);
    const retried = new Set(inserted.map((run) => run.retryOf));
    const missing = mine.map(({ target }) => target).filter((target) => !retried.has(target.runId));
    return { created: inserted, superseded: await supersededOf(trx, settings.names, missing) };
  });
  tell(leading, created, superseded);
  return created.length;
}

async function supersededOf(trx: Queryable, names: Names, missing: readonly OwedRetry[]): Promise<OwedRetry[]> {
  if (missing.length === 0) return [];
  const ids = missing.map(({ runId }) => runId);
  const superseded = await readSuperseded(trx, names, ids);
  return missing.filter(({ runId }) => superseded.has(runId));
}

function tell({ events }: Leading, created: readonly Run[], superseded: readonly OwedRetry[]): void {
  for (const { id, workerName, attempt, retryOf, notBefore } of created) {
    if (retryOf !== null) events.emit('retried', { workerName, runId: id, retryOf, attempt, notBefore });
  }
  for (const { workerName, runId } of superseded) events.emit('retry-superseded', { workerName, runId });
}

async function createAlone(leading: Leading, one: Resolved<OwedRetry>): Promise<number> {
  const { workerName } = one.target;
  try {
    const created = await createRetries(leading, [one]);
    leading.holdback.release(workerName);
    return created;
  } catch (error) {
    if (leading.session.lost.aborted) throw error;
    if (isLockConflict(error)) {
      const retryInMs = leading.holdback.defer(workerName, 'another transaction holds the slot or the schedule');
      leading.events.emit('deferred', { workerName, retryInMs });
    } else {
      const retryInMs = leading.holdback.poison(workerName, databaseMessage(error));
      leading.events.emit('poisoned', { workerName, error, retryInMs });
    }
    return 0;
  }
}
