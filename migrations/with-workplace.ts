import { setTimeout as pause } from 'node:timers/promises';
import type { Knex } from 'knex';
import { type HeldSession, openHeldSession } from '../lib/database/held-session.ts';
import { isTransaction } from '../lib/database/in-transaction.ts';
import type { Names } from '../lib/database/names.ts';
import { type Queryable, readRow } from '../lib/database/read-rows.ts';
import { liveWorkplace } from './live-workplace.ts';
import type { MigrateSettings } from './migrate-options.ts';
import { type Workplace, workplaceIn } from './workplace.ts';

/** What a host has set for its statements must not end a long one of ours. */
const SESSION_SETTINGS = {
  default_transaction_isolation: 'read committed',
  default_transaction_read_only: 'off',
  statement_timeout: '0',
  lock_timeout: '0',
  idle_in_transaction_session_timeout: '0',
} as const;

const POLL_MS = 100;

/**
 * Runs work on a session of our own, or in the transaction that the host passed, while no other process migrates this
 * ledger. Throws `database_unavailable` or `connection_pooled`.
 */
export async function withWorkplace<T>(
  knex: Knex,
  settings: MigrateSettings,
  work: (workplace: Workplace) => Promise<T>,
): Promise<T> {
  if (isTransaction(knex)) {
    await takeLock(knex, settings.names, 'pg_try_advisory_xact_lock');
    return await work(workplaceIn(knex));
  }
  const session = await openHeldSession(knex, {
    applicationName: 'worker-schedules migrate',
    connection: settings.connection,
    settings: SESSION_SETTINGS,
  });
  try {
    return await onSession(session, settings, work);
  } finally {
    await session.close();
  }
}

/** The lock goes with the session, so that a killed process leaves nothing to clean up (knex's own lock row would stay). */
async function onSession<T>(
  session: HeldSession,
  { names, patience }: MigrateSettings,
  work: (workplace: Workplace) => Promise<T>,
): Promise<T> {
  const workplace = liveWorkplace(session, patience);
  await takeLock(workplace.database, names, 'pg_try_advisory_lock');
  return await work(workplace);
}

/**
 * Asks again and again instead of waiting in the database: CREATE INDEX CONCURRENTLY waits for every statement under way,
 * and one that waits for its lock would be a deadlock.
 */
async function takeLock(database: Queryable, names: Names, take: string): Promise<void> {
  const [group, install] = names.lockKey;
  for (;;) {
    const taken = await readRow<boolean>(database, `SELECT to_json(${take}(?::int, ?::int))::text AS json`, [
      ...[group + 1, install],
    ]);
    if (taken === true) return;
    await pause(POLL_MS);
  }
}
