import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import { enqueueRun, patchSchedule } from '../../lib/index.ts';

/** What a deed is done to, and who writes down which edits it made. */
export interface DeedTarget {
  readonly workerName: string;
  readonly note: (edit: object) => void;
}

type Deed = (trx: Knex.Transaction, target: DeedTarget) => Promise<void>;

/** Refusals that leave the transaction alive: the host goes on with it. */
const HARMLESS = new Set(['slot_busy', 'no_schedule']);

async function unlessRefused(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!HARMLESS.has((error as { readonly code?: string }).code ?? '')) throw error;
  }
}

async function switchSchedule(trx: Knex.Transaction, { workerName, note }: DeedTarget): Promise<void> {
  const tag = `host ${randomUUID()}`;
  const enabled = Math.random() < 0.8;
  const changes = { enabled, request: { work: 'short', tag } };
  await unlessRefused(
    patchSchedule(trx, { workerName, changes }).then(() => note({ workerName, tag, kind: 'patch', enabled })),
  );
}

/** What a host does inside a transaction, in either order, on the rows that the scheduler and the runners want too. */
export const HOST_DEEDS: readonly Deed[] = [
  async (trx, { workerName }) => {
    await trx.raw('SELECT 1 FROM worker_schedules WHERE worker_name = ? FOR UPDATE', [workerName]);
  },
  async (trx, { workerName }) => {
    const active = `worker_name = ? AND status IN ('QUEUED', 'RUNNING')`;
    await trx.raw(`SELECT 1 FROM worker_runs WHERE ${active} FOR UPDATE`, [workerName]);
  },
  async (trx, { workerName }) => {
    await unlessRefused(enqueueRun(trx, { workerName, request: { work: 'short', tag: 'host' } }));
  },
  switchSchedule,
  () => Promise.resolve(),
];
