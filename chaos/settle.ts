import { setTimeout as pause } from 'node:timers/promises';
import { ask, withClient } from './server/ask.ts';
import { readHistory, type StoredHistory } from './audit/read-history.ts';
import { monotonicMs } from './crew/event-log.ts';

/** Longest wait for what is still open when the faults are over (ms): a poisoned worker is left alone for 60 s. */
const LIMIT_MS = 150_000;

/** What is due and undecided, and what runs on a lease that is over. */
const OPEN = `SELECT
  (SELECT count(*) FROM worker_schedules s WHERE s.next_run_at <= now())
  + (SELECT count(*) FROM worker_runs r WHERE r.status = 'RUNNING' AND r.lease_expires_at < now()) AS count`;

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
