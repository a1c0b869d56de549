import type { Knex } from 'knex';
import { WorkerSchedulesError } from '../errors.ts';
import { isLockConflict, isSqlState, postgresCode } from './postgres-errors.ts';
import { type Database, execute, readRow } from './read-rows.ts';

/** How long a call of the API waits for a row that somebody else holds before it answers `slot_contended`. */
const CALL_WAIT = '2s';
/** How long it waits once it holds a row itself: below PostgreSQL's default deadlock_timeout of 1 s, so that we lose every deadlock. */
const HOLDING_WAIT = '200ms';

/** SQL for the statement that reads the first row that was locked: a host's own limit stays where it is lower. */
export const shortenWaits = `CASE WHEN current_setting('lock_timeout')::interval > '${HOLDING_WAIT}'
  THEN set_config('lock_timeout', '${HOLDING_WAIT}', true) END`;

const limitWaits = `SELECT to_json(current_setting('lock_timeout'))::text AS json,
  CASE WHEN current_setting('lock_timeout')::interval NOT BETWEEN '1ms' AND '${CALL_WAIT}'
    THEN set_config('lock_timeout', '${CALL_WAIT}', true) END`;

const SAVEPOINT = 'worker_schedules_call';

type Work<T> = (trx: Knex.Transaction) => Promise<T>;

export function isTransaction(database: Database): database is Knex.Transaction {
  return database.isTransaction === true;
}

/**
 * Runs `work` in one transaction: a new one on a knex instance, read committed whatever the database's default is; the
 * host's own when it passed one. The host's own goes on whatever becomes of the call, with its lock time-out as it was; only
 * an error of the database itself that is passed on, such as the serialization failure of a stricter isolation, ends it.
 * Throws `slot_contended` when somebody held a needed row for longer than two seconds.
 */
export async function inTransaction<T>(database: Database, work: Work<T>): Promise<T> {
  try {
    if (isTransaction(database)) return await afterOthers(database, () => behindSavepoint(database, work));
    const ownWork: Work<T> = async (trx) => {
      await execute(trx, limitWaits);
      return await work(trx);
    };
    return await database.transaction(ownWork, { isolationLevel: 'read committed' });
  } catch (error) {
    if (!isLockConflict(error)) throw error;
    throw new WorkerSchedulesError(
      'slot_contended',
      'Another transaction holds the rows of this worker and did not end in time; nothing was changed, try again.',
      { cause: error },
    );
  }
}

/** The last call of each of the host's transactions: calls that run side by side in one would mix their savepoints. */
const lastCalls = new WeakMap<Knex.Transaction, Promise<unknown>>();

async function afterOthers<T>(trx: Knex.Transaction, call: () => Promise<T>): Promise<T> {
  const before = lastCalls.get(trx) ?? Promise.resolve();
  const mine = before.then(call);
  lastCalls.set(
    trx,
    mine.catch(() => undefined),
  );
  return await mine;
}

/** Gives way without loss: what the host did before stays, and its transaction can go on. */
async function behindSavepoint<T>(trx: Knex.Transaction, work: Work<T>): Promise<T> {
  await execute(trx, `SAVEPOINT ${SAVEPOINT}`);
  const hostsWait = await readRow<string>(trx, limitWaits);
  try {
    const result = await work(trx);
    await leave(trx, hostsWait);
    return result;
  } catch (error) {
    if (isLockConflict(error)) await execute(trx, `ROLLBACK TO SAVEPOINT ${SAVEPOINT}`);
    if (isLockConflict(error) || !isSqlState(postgresCode(error))) await leave(trx, hostsWait);
    throw error;
  }
}

async function leave(trx: Knex.Transaction, hostsWait = '0'): Promise<void> {
  await execute(trx, `SELECT set_config('lock_timeout', ?, true)`, [hostsWait]);
  await execute(trx, `RELEASE SAVEPOINT ${SAVEPOINT}`);
}
