import type { Names } from '../database/names.ts';
import type { Queryable } from '../database/read-rows.ts';
import { type DueSchedule, lockDue } from '../schedules/read-due.ts';
import type { Decision } from '../schedules/write-decisions.ts';
import { planBatch } from './plan-batch.ts';
import type { Resolved } from './resolver.ts';

/** Locks those of a batch that are still due and still what was resolved, and decides them at the transaction's instant. */
export async function lockAndPlan(
  trx: Queryable,
  names: Names,
  batch: readonly Resolved<DueSchedule>[],
): Promise<Decision[]> {
  const due = batch.map(({ target }) => target);
  const { now, lost } = await lockDue(trx, names, due);
  const held = lost.size === 0 ? batch : batch.filter(({ target }) => !lost.has(target.workerName));
  return planBatch(held, now);
}
