import { z } from 'zod';
import { defineCatalogue } from '../../lib/catalogue/define-catalogue.ts';
import { claimNextRun, type ClaimedRun } from '../../lib/ledger/claim-next-run.ts';
import { enqueueRun } from '../../lib/ledger/enqueue-run.ts';
import type { Run } from '../../lib/ledger/run.ts';
import { query, type TestDatabase } from '../support/databases.ts';

/** Two workers: one whose config is resolved by the host, one whose config is its parsed request. */
export const catalogue = defineCatalogue({
  ner: {
    label: 'Named entities',
    request: z.object({ model: z.string(), batch: z.number().int().default(10) }),
    resolveConfig: (request, { parsed }) => ({ ...parsed, asked: request, region: 'eu' }),
  },
  ocr: { label: 'Text recognition', request: z.object({ pages: z.number().default(1) }) },
});

export const request = { model: 'small' };

export async function queueRun(database: TestDatabase, workerName: 'ner' | 'ocr' = 'ner'): Promise<Run> {
  return await enqueueRun(database.knex, { workerName, request: workerName === 'ner' ? request : {} }, { catalogue });
}

export async function claim(database: TestDatabase, runnerId = 'r1', leaseSeconds = 30): Promise<ClaimedRun> {
  const run = await claimNextRun(database.knex, { workerNames: ['ner', 'ocr'], runnerId, leaseSeconds });
  if (run === null) throw new Error('There was nothing to claim.');
  return run;
}

export async function queueAndClaim(database: TestDatabase): Promise<ClaimedRun> {
  await queueRun(database);
  return await claim(database);
}

/** A waiting run as the scheduler makes it. */
export async function insertScheduled(
  database: TestDatabase,
  values: { readonly workerName?: string; readonly notBefore?: string | null; readonly scheduledFor?: string } = {},
): Promise<string> {
  const [row] = await query<{ id: string }>(
    database,
    `INSERT INTO worker_runs (worker_name, status, trigger, request, config, queued_at, attempt, not_before, scheduled_for)
     VALUES (?, 'QUEUED', 'SCHEDULE', '{"model": "small"}', '{}', statement_timestamp(), 1, ?, ?) RETURNING id::text`,
    [values.workerName ?? 'ner', values.notBefore ?? null, values.scheduledFor ?? '2026-03-01T10:00:00Z'],
  );
  return row!.id;
}

/** Every column of a run, as the driver gives it. */
export async function rowOf(database: TestDatabase, id: string): Promise<Record<string, unknown>> {
  const [row] = await query(database, 'SELECT * FROM worker_runs WHERE id = ?', [id]);
  if (row === undefined) throw new Error(`There is no run ${id}.`);
  return row;
}

export async function clearRuns(database: TestDatabase): Promise<void> {
  await query(database, 'DELETE FROM worker_runs');
}

/** The error that a promise rejects with, for assertions on its code and details. */
export async function errorOf<E extends Error>(promise: Promise<unknown>): Promise<E & { code?: string }> {
  try {
    await promise;
  } catch (error) {
    return error as E & { code?: string };
  }
  throw new Error('It did not reject.');
}
