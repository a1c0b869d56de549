import { interruptExpired } from '../ledger/interrupt-expired.ts';
import type { Leading } from './leading.ts';

const BATCH = 500;

/** First pass: ends the runs whose lease is over. Returns how many. */
export async function interruptPass({ session, settings, events }: Leading): Promise<number> {
  let total = 0;
  for (;;) {
    const ended = await session.write((trx) => interruptExpired(trx, settings.names, BATCH));
    for (const run of ended) {
      const status = run.status === 'CANCELLED' ? 'CANCELLED' : 'INTERRUPTED';
      events.emit('interrupted', { workerName: run.workerName, runId: run.id, status });
    }
    total += ended.length;
    if (ended.length < BATCH) return total;
  }
}
