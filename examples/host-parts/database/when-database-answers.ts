import { setTimeout as pause } from 'node:timers/promises';
import { say } from '../console/say.ts';

const pauseMs = 1000;

/**
 * Does the work, again and again while the database is not there yet; every other error is thrown. A role so may be
 * started before its database. Undefined when it should stop before.
 */
export async function whenDatabaseAnswers<T>(
  work: () => Promise<T>,
  { who, stopping }: { readonly who: string; readonly stopping: AbortSignal },
): Promise<T | undefined> {
  let waits = 0;
  while (!stopping.aborted) {
    const attempt = await tryOnce(work);
    if ('done' in attempt) return attempt.done;
    if (waits === 0) say(who, `waits for the database: ${attempt.obstacle}`);
    waits += 1;
    await pause(pauseMs, undefined, { signal: stopping }).catch(() => undefined);
  }
  return undefined;
}

async function tryOnce<T>(work: () => Promise<T>): Promise<{ readonly done: T } | { readonly obstacle: string }> {
  try {
    return { done: await work() };
  } catch (error) {
    if (willPass(error)) return { obstacle: error instanceof Error ? error.message : String(error) };
    throw error;
  }
}

/** Unreachable, starting, stopping or full; not: a wrong password, a missing database, a mistake of ours. */
function willPass(error: unknown): boolean {
  const { code, message } = error as { readonly code?: string; readonly message?: string };
  if (code === undefined) return /terminated|timeout/i.test(message ?? '');
  return /^(08|53|57)...$|^E[A-Z_]+$|^database_/.test(code);
}
