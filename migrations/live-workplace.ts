import { setTimeout as pause } from 'node:timers/promises';
import type { HeldSession } from '../lib/database/held-session.ts';
import { isLockTimeout } from '../lib/database/postgres-errors.ts';
import { execute, type Queryable } from '../lib/database/read-rows.ts';
import { WorkerSchedulesError } from '../lib/errors.ts';
import type { Logger } from '../lib/logger.ts';
import type { Workplace } from './workplace.ts';

/** A waiting ALTER TABLE keeps every statement waiting that comes after it; this is how long at most. */
const LOCK_TIMEOUT = '500ms';
/** Between two attempts the host has the table for itself: twice as long each time, within these bounds (ms). */
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 2000;

/** How long a migration goes on trying, and to whom it says so. */
export interface Patience {
  readonly seconds: number;
  readonly logger: Logger;
}

/** A session of our own, on which nothing waits for a lock longer than 500 ms at a time. */
export function liveWorkplace(session: HeldSession, patience: Patience): Workplace {
  return {
    live: true,
    database: { raw: (text, bindings) => session.run(async (database) => await database.raw(text, bindings)) },
    briefly: (work) => tryBriefly(session, patience, work),
  };
}

async function tryBriefly<T>(
  session: HeldSession,
  patience: Patience,
  work: (trx: Queryable) => Promise<T>,
): Promise<T> {
  const began = performance.now();
  for (let attempt = 1; ; attempt += 1) {
    const tried = await tryOnce(session, work);
    if ('result' in tried) return tried.result;
    if (performance.now() - began > patience.seconds * 1000) throw blocked(patience, tried.lockTimeout);
    patience.logger.info('A migration waits for a table that is in use', { attempt });
    await pause(pauseMs(attempt, Math.random()));
  }
}

async function tryOnce<T>(
  session: HeldSession,
  work: (trx: Queryable) => Promise<T>,
): Promise<{ readonly result: T } | { readonly lockTimeout: unknown }> {
  try {
    const result = await session.transaction(async (trx) => {
      await execute(trx, `SELECT set_config('lock_timeout', ?, true)`, [LOCK_TIMEOUT]);
      return await work(trx);
    });
    return { result };
  } catch (error) {
    if (isLockTimeout(error)) return { lockTimeout: error };
    throw error;
  }
}

/** Spread, so that attempts and a host's regular readers do not fall together each time. */
function pauseMs(attempt: number, random: number): number {
  return Math.min(FIRST_PAUSE_MS * 2 ** (attempt - 1), LONGEST_PAUSE_MS) * (0.5 + random);
}

function blocked({ seconds }: Patience, cause: unknown): WorkerSchedulesError {
  return new WorkerSchedulesError(
    'migration_blocked',
    `The migration could not get hold of a table within ${seconds} s, because transactions were open on it all the time. ` +
      'What was done so far is kept; run it again.',
    { cause },
  );
}
