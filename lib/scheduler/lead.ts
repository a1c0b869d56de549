import { databaseMessage } from '../database/postgres-errors.ts';
import { cleanText } from '../ledger/error-text.ts';
import { clearLeader } from '../schedules/scheduler-state.ts';
import { heal } from './heal.ts';
import { Heartbeat } from './heartbeat.ts';
import type { Leading } from './leading.ts';
import { rehearse } from './rehearse.ts';
import { tick } from './tick.ts';
import type { Wake } from './wake.ts';

/** A leader whose ticks fail this often in a row steps down: one that cannot tick is not a leader. */
const MOST_FAILURES = 3;
const FAILURE_PAUSE_MS = 250;

/** Leads until told to stop or the session is lost. Throws what ended the leadership. */
export async function lead(leading: Leading, wake: Wake, stopping: AbortSignal): Promise<void> {
  const { session, settings } = leading;
  const heartbeat = new Heartbeat(leading);
  const onLost = (): void => wake.wake();
  session.lost.addEventListener('abort', onLost);
  try {
    await session.listen(() => {
      leading.dueBound.forget();
      wake.wake();
    });
    await tickUntilStopped({ leading, heartbeat, wake, stopping });
    await session.write((trx) => clearLeader(trx, settings.names));
  } finally {
    session.lost.removeEventListener('abort', onLost);
  }
}

interface Loop {
  readonly leading: Leading;
  readonly heartbeat: Heartbeat;
  readonly wake: Wake;
  readonly stopping: AbortSignal;
}

async function tickUntilStopped(loop: Loop): Promise<void> {
  let lastNow: Date | undefined;
  let failures = 0;
  while (!loop.stopping.aborted) {
    loop.leading.session.lost.throwIfAborted();
    try {
      lastNow = await tickAndRest(loop, lastNow);
      failures = 0;
    } catch (error) {
      failures += 1;
      await endureFailure(loop, error, failures);
    }
  }
}

/**
 * A tick, the sign of life and the rest. A new leader decides what is due at once; then it heals what sleeps, rehearses so
 * that the next occurrence does not wait for a plan, and looks again without a rest.
 */
async function tickAndRest({ leading, heartbeat, wake, stopping }: Loop, lastNow: Date | undefined): Promise<Date> {
  const report = await tick(leading, lastNow);
  const since = performance.now();
  await heartbeat.beat();
  if (lastNow === undefined) {
    await heal(leading, 'leader_started');
    await rehearse(leading);
    return report.now;
  }
  if (report.idle) await heartbeat.prune();
  if (!stopping.aborted) await wake.sleep(report.shortestMs, report.longestMs, since);
  return report.now;
}

/** Says the error aloud, shows it in the state row, and goes on unless the session is gone or this happened too often. */
async function endureFailure({ leading, heartbeat, wake }: Loop, error: unknown, failures: number): Promise<void> {
  leading.events.emit('error', { error, during: 'tick' });
  leading.settings.logger.error('A tick failed', { error });
  if (!leading.session.lost.aborted) await heartbeat.failed(cleanText(databaseMessage(error)));
  if (leading.session.lost.aborted || failures >= MOST_FAILURES) throw error;
  await wake.sleep(FAILURE_PAUSE_MS, FAILURE_PAUSE_MS);
}
