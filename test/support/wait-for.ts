import { setTimeout as pause } from 'node:timers/promises';
import { query, type TestDatabase } from './databases.ts';

/** How long a wait may take, and what it waits for (said when it was in vain). */
export interface WaitOptions {
  readonly timeoutMs?: number;
  readonly what?: string;
}

/** TEST_PATIENCE: how many times longer every wait may take, for a machine that has other work. */
const patience = Number(process.env['TEST_PATIENCE'] ?? 1);

type Truthy<T> = Exclude<T, null | undefined | false | 0 | ''>;

/** Asks again and again until the answer is truthy, and returns that answer. An error of `ask` ends the wait. */
export async function waitFor<T>(ask: () => T | Promise<T>, options: WaitOptions = {}): Promise<Truthy<T>> {
  const { what = ask.toString() } = options;
  const timeoutMs = (options.timeoutMs ?? 10_000) * patience;
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const answer = await ask();
    if (answer) return answer as Truthy<T>;
    if (performance.now() > deadline) throw new Error(`Waited ${timeoutMs} ms in vain for: ${what}`);
    await pause(10);
  }
}

/** Waits until the statement finds a row, and returns the first. */
export async function waitForRow<T = Record<string, unknown>>(
  database: TestDatabase,
  sql: string,
  bindings: readonly unknown[] = [],
  timeoutMs = 10_000,
): Promise<T> {
  const found = await waitFor(
    () => query<T>(database, sql, bindings).then(([row]) => (row === undefined ? undefined : { row })),
    {
      timeoutMs,
      what: `a row of ${sql} with ${JSON.stringify(bindings)}`,
    },
  );
  return found.row;
}
