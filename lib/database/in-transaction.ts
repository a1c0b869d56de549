import type { Knex } from 'knex';
import { WorkerSchedulesError } from '../errors.ts';
import { isLockTimeout, isSqlState, postgresCode } from './postgres-errors.ts';
import { type Database, execute, readRow } from './read-rows.ts';

/** How long a call of the API waits for a row that somebody else holds before it answers `slot_contended` (ms). */
const CALL_LOCK_TIMEOUT_MS = 2000;

export function isTransaction(database: Database): database is Knex.Transaction {
  return database.isTransaction === true;
}

/**
 * Runs `work` in one transaction: a new one on a knex instance, read committed whatever the database's default is; the
 * host's own when it passed one. In the host's own the lock time-out is put back afterwards, so that the rest of its
 * transaction keeps its own rules, and a serialization failure of a stricter isolation is passed on.
 * Throws `slot_contended` when somebody held a needed row for longer than two seconds.
 */
export async function inTransaction<T>(database: Database, work: (trx: Knex.Transaction) => Promise<T>): Promise<T> {
  try {
    if (!isTransaction(database)) {
      const ownWork = async (trx: Knex.Transaction): Promise<T> => {
        await setLockTimeout(trx, `${CALL_LOCK_TIMEOUT_MS}ms`);
        return await work(trx);
      };
      return await database.transaction(ownWork, { isolationLevel: 'read committed' });
    }
    const before = await readRow<string>(database, `SELECT to_json(current_setting('lock_timeout'))::text AS json`);
    await setLockTimeout(database, `${CALL_LOCK_TIMEOUT_MS}ms`);
    return await restoringLockTimeout(database, before ?? '0', work);
  } catch (error) {
    if (!isLockTimeout(error)) throw error;
    throw new WorkerSchedulesError(
      'slot_contended',
      'Another transaction holds the rows of this worker and did not end within 2 s; nothing was changed, try again.',
      { cause: error },
    );
  }
}

/** A statement that failed has aborted the host's transaction, and only then there is nothing to put back. */
async function restoringLockTimeout<T>(
  trx: Knex.Transaction,
  before: string,
  work: (trx: Knex.Transaction) => Promise<T>,
): Promise<T> {
  try {
    const result = await work(trx);
    await setLockTimeout(trx, before);
    return result;
  } catch (error) {
    if (!isSqlState(postgresCode(error))) await setLockTimeout(trx, before);
    throw error;
  }
}

async function setLockTimeout(trx: Knex.Transaction, value: string): Promise<void> {
  await execute(trx, `SELECT set_config('lock_timeout', ?, true)`, [value]);
}
