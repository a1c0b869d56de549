import type { DueSchedule } from '../schedules/read-due.ts';
import type { Decision, Written } from '../schedules/decision.ts';
import { writeDecisions } from '../schedules/write-decisions.ts';
import { decideAlone } from './decide-alone.ts';
import type { Leading } from './leading.ts';
import { planBatch } from './plan-batch.ts';
import { redoInParts } from './redo-in-parts.ts';
import type { Resolved } from './resolver.ts';
import { tellDecisions } from './tell-decisions.ts';

/** Rows that one transaction decides. */
const BATCH = 1000;

export interface DecideReport {
  readonly decided: number;
  /** Due rows that this tick had to leave undecided. */
  readonly undecided: number;
  /** More is due than one tick decides. */
  readonly backlog: boolean;
}

/**
 * Third pass: decides what is due, as it was seen; `isMore` says that these may not be all. Host code runs first,
 * outside any transaction; then each batch is planned at the instant of a transaction, locked and written.
 */
export async function decidePass(
  leading: Leading,
  due: readonly DueSchedule[],
  isMore: boolean,
): Promise<DecideReport> {
  const resolved = await leading.fireResolver.resolve(due);
  let decided = 0;
  for (let from = 0; from < resolved.length; from += BATCH) {
    decided += await decideOrDivide(leading, resolved.slice(from, from + BATCH));
  }
  const backlog = isMore && decided > 0;
  if (backlog) leading.events.emit('backlog', { decided });
  return { decided, undecided: due.length - decided, backlog };
}

async function decideOrDivide(leading: Leading, batch: readonly Resolved<DueSchedule>[]): Promise<number> {
  try {
    return await decideBatch(leading, batch);
  } catch (error) {
    const { lost } = leading.session;
    if (lost.aborted) throw error;
    const together = (part: readonly Resolved<DueSchedule>[]): Promise<number> => decideBatch(leading, part);
    const alone = (one: Resolved<DueSchedule>): Promise<number> =>
      decideAlone(leading, one, () => decideBatch(leading, [one]));
    return await redoInParts(batch, { together, alone, over: lost });
  } finally {
    leading.fireResolver.forget(batch.map(({ target }) => target));
  }
}

/** Rounds for rows whose slot was refused by a run that was over a moment later. */
const ROUNDS = 3;

async function decideBatch(leading: Leading, batch: readonly Resolved<DueSchedule>[]): Promise<number> {
  const { session, settings } = leading;
  const { decisions, written } = await session.write(async (trx, now) => {
    const plan = planBatch(batch, now);
    const results: Written[] = [];
    for (let round = 1, left: readonly Decision[] = plan; round <= ROUNDS && left.length > 0; round += 1) {
      const answer = await writeDecisions(trx, settings.names, left);
      results.push(...answer.written);
      left = answer.open;
    }
    return { decisions: plan, written: results };
  });
  for (const { workerName } of written) leading.holdback.release(workerName);
  tellDecisions(leading, decisions, written);
  return written.length;
}
