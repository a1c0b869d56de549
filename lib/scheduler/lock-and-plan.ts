import type { Names } from '../database/names.ts';
import type { Queryable } from '../database/read-rows.ts';
import { type DueSchedule, lockDue, readTickNow } from '../schedules/read-due.ts';
import type { Decision } from '../schedules/write-decisions.ts';
import { planBatch, stillAsResolved } from './plan-batch.ts';
import type { Resolved } from './resolver.ts';

/** Locks those of a batch that are still due and still what was resolved, and decides them at the transaction's instant. */
export async function lockAndPlan(
  trx: Queryable,
  names: Names,
  batch: readonly Resolved<DueSchedule>[],
): Promise<Decision[]> {
  const workerNames = batch.map(({ target }) => target.workerName);
  const locked = await lockDue(trx, names, workerNames);
  return planBatch(stillAsResolved(batch, locked), await readTickNow(trx));
}
