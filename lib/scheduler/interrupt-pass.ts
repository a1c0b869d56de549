import { type ExpiredRun, interruptExpired, type PlannedEnd, readExpired } from '../ledger/interrupt-expired.ts';
import { NO_HOST_COLUMNS } from '../database/host-columns.ts';
import type { Leading } from './leading.ts';

const BATCH = 500;

/** First pass: ends the runs whose lease is over. Returns how many. */
export async function interruptPass(leading: Leading): Promise<number> {
  const { session, settings, events } = leading;
  let total = 0;
  for (;;) {
    const expired = await session.read((database) => readExpired(database, settings.names, BATCH));
    if (expired.length === 0) return total;
    const planned = await planEnds(leading, expired);
    const ended = await session.write((trx) => interruptExpired(trx, settings.names, planned));
    for (const run of ended) {
      const status = run.status === 'CANCELLED' ? 'CANCELLED' : 'INTERRUPTED';
      events.emit('interrupted', { workerName: run.workerName, runId: run.id, status });
    }
    total += ended.length;
    if (ended.length < BATCH) return total;
  }
}

/** Runs of which the host's hook has not said yet what to fill stay for the next tick. */
async function planEnds({ settings, endResolver }: Leading, expired: readonly ExpiredRun[]): Promise<PlannedEnd[]> {
  if (settings.ledgerColumns === undefined) return expired.map((one) => ({ ...one, hostColumns: NO_HOST_COLUMNS }));
  const resolved = await endResolver.resolve(expired);
  endResolver.forget(resolved.map(({ target }) => target));
  return resolved.map(({ target, resolution }) => ({ ...target, hostColumns: resolution }));
}
