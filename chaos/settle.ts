import { setTimeout as pause } from 'node:timers/promises';
import { MAX_ATTEMPTS } from '../lib/ledger/retry-policy.ts';
import { ask, withClient } from './server/ask.ts';
import { readHistory, type StoredHistory } from './audit/read-history.ts';
import { monotonicMs } from './crew/event-log.ts';

/** Longest wait for what is still open when the faults are over (ms): a poisoned worker is left alone for 60 s. */
const LIMIT_MS = 150_000;

/** What is due and undecided, what runs on a lease that is over, and what has failed and is owed another attempt. */
const OPEN = `SELECT
  (SELECT count(*) FROM worker_schedules s WHERE s.next_run_at <= now())
  + (SELECT count(*) FROM worker_runs r WHERE r.status = 'RUNNING' AND r.lease_expires_at < now())
  + (SELECT count(*) FROM worker_runs r JOIN worker_schedules s ON s.worker_name = r.worker_name
      WHERE r.trigger = 'SCHEDULE' AND r.status IN ('FAILED', 'INTERRUPTED') AND r.attempt < ${MAX_ATTEMPTS}
        AND coalesce(r.not_before, '-infinity') <= now() AND s.enabled AND s.switched_at <= r.finished_at
        AND NOT EXISTS (SELECT 1 FROM worker_runs later WHERE later.worker_name = r.worker_name AND later.id > r.id))
  AS count`;

/** Waits until everything that is owed was done, or gives up; what is still open then is found by the checker. */
export async function settle(url: string): Promise<boolean> {
  const deadline = performance.now() + LIMIT_MS;
  while (performance.now() < deadline) {
    const [open] = await ask<{ count: string }>(url, OPEN).catch(() => []);
    if (open?.count === '0') return true;
    await pause(100);
  }
  return false;
}

/** Reads everything in one snapshot in which nothing is due, or in the last one if there is none. */
export async function readSettled(url: string): Promise<StoredHistory & { readonly readAt: number }> {
  const patience = performance.now() + LIMIT_MS;
  for (;;) {
    await settle(url);
    const readAt = monotonicMs();
    const history = await withClient(
      url,
      async (client) => {
        await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
        const [open] = (await client.query<{ count: string }>(OPEN)).rows;
        if (open?.count !== '0' && performance.now() < patience) return undefined;
        return await readHistory(async (text) => (await client.query(text)).rows as never[]);
      },
      120_000,
    );
    if (history !== undefined) return { ...history, readAt };
  }
}
