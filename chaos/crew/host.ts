import { setTimeout as pause } from 'node:timers/promises';
import type { Knex } from 'knex';
import { hostKnex } from './connection.ts';
import { describe, say, sayWhatIsUnhandled } from './event-log.ts';
import { HOST_DEEDS } from './host-deeds.ts';
import { obey } from './orders.ts';

/** A host that does our work in transactions of its own and holds them open, each on workers of its own. */
const HANDS = 4;
const LONGEST_HOLD_MS = 8000;
const PAUSE_AFTER_FAILURE_MS = 1000;

sayWhatIsUnhandled();
const knex = hostKnex();
const workers = (process.env['CHAOS_HOST_WORKERS'] ?? '').split(',');
let stopping = false;
const hands = Array.from({ length: HANDS }, (_, hand) => keepBusy(hand));

obey({ stop: () => void stop() });
process.send?.('ready');

async function keepBusy(hand: number): Promise<void> {
  const mine = workers.filter((_, index) => index % HANDS === hand);
  while (!stopping && mine.length > 0) {
    await holdTransaction(mine[Math.floor(Math.random() * mine.length)] ?? '');
    await pause(Math.random() * 500);
  }
}

/** One transaction: a deed, a long pause, another deed on the same worker, and an end of either kind. */
async function holdTransaction(workerName: string): Promise<void> {
  const rollBack = Math.random() < 0.3;
  const edits: object[] = [];
  try {
    await knex.transaction(async (trx) => {
      const note = (edit: object): void => void edits.push(edit);
      await deed(trx, { workerName, note });
      await pause(Math.random() ** 3 * LONGEST_HOLD_MS);
      await deed(trx, { workerName, note });
      if (rollBack) throw new Error('rolled back');
    });
    say('transaction', { workerName, end: 'committed', edits });
  } catch (error) {
    const wanted = rollBack && error instanceof Error && error.message === 'rolled back';
    const { code = null } = error as { readonly code?: string };
    const end = wanted ? 'rolled back' : 'failed';
    say('transaction', { workerName, end, edits, ...(wanted ? {} : { code, reason: describe(error) }) });
    if (!wanted) await pause(PAUSE_AFTER_FAILURE_MS);
  }
}

async function deed(trx: Knex.Transaction, what: Parameters<(typeof HOST_DEEDS)[number]>[1]): Promise<void> {
  const chosen = HOST_DEEDS[Math.floor(Math.random() * HOST_DEEDS.length)];
  await chosen?.(trx, what);
}

async function stop(): Promise<void> {
  stopping = true;
  await Promise.all(hands);
  await knex.destroy();
  say('stopped');
}
