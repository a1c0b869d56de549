import { databaseMessage, isLockConflict, isUniqueViolation } from '../database/postgres-errors.ts';
import { cleanText } from '../ledger/error-text.ts';
import type { DueSchedule } from '../schedules/read-due.ts';
import { writeDecisions } from '../schedules/write-decisions.ts';
import type { Leading } from './leading.ts';
import { planBatch } from './plan-batch.ts';
import type { Resolved } from './resolver.ts';
import { tellDecisions } from './tell-decisions.ts';

type One = Resolved<DueSchedule>;

/** Decides one row in its own transaction. A fault is told, recorded or deferred here; only a lost session is thrown. */
export async function decideAlone(leading: Leading, one: One, decide: (one: One) => Promise<number>): Promise<number> {
  try {
    return await decide(one);
  } catch (error) {
    if (leading.session.lost.aborted) throw error;
    return await giveWayOrFail(leading, one, error);
  }
}

/** In a conflict with the host we give way; any other fault is the row's own and is recorded as its fire. */
async function giveWayOrFail(leading: Leading, one: One, error: unknown): Promise<number> {
  const { workerName } = one.target;
  if (isLockConflict(error)) {
    const retryInMs = leading.holdback.defer(workerName, 'another transaction holds the slot');
    leading.events.emit('deferred', { workerName, retryInMs });
    return 0;
  }
  try {
    return await writeFailure(leading, one, error);
  } catch (second) {
    if (leading.session.lost.aborted) throw second;
    const retryInMs = leading.holdback.poison(workerName, cleanText(databaseMessage(second)));
    leading.events.emit('poisoned', { workerName, error: second, retryInMs });
    return 0;
  }
}

async function writeFailure(leading: Leading, one: One, error: unknown): Promise<number> {
  const { session, settings } = leading;
  const verdict = isUniqueViolation(error) ? ('ledger_conflict' as const) : ('write_failed' as const);
  const { decisions, written } = await session.write(async (trx, now) => {
    const plan = planBatch([one], now).map((decision) => ({
      ...decision,
      verdict,
      detail: cleanText(databaseMessage(error)),
      configJson: null,
    }));
    return { decisions: plan, written: (await writeDecisions(trx, settings.names, plan)).written };
  });
  tellDecisions(leading, decisions, written);
  return written.length;
}
