import { isTransaction } from '../database/in-transaction.ts';
import { resolveNames } from '../database/names.ts';
import { postgresCode, SQLSTATE } from '../database/postgres-errors.ts';
import { type Database, readRow, toDate } from '../database/read-rows.ts';
import type { LedgerOptions } from './ledger-options.ts';
import { type Run, type RunRow, runJson, toRun } from './run.ts';

/** The run that holds a worker's slot, or undefined. Reads one row through the slot's index. */
export async function getActiveRun(
  database: Database,
  workerName: string,
  options: LedgerOptions = {},
): Promise<Run | undefined> {
  const names = resolveNames(options.names);
  const row = await readRow<RunRow>(
    database,
    `SELECT ${runJson(names, 'r')}::text AS json FROM ${names.runs} r
      WHERE r.${names.run.worker_name} = ? AND r.${names.run.status} IN ('QUEUED', 'RUNNING')`,
    [workerName],
  );
  return row === undefined ? undefined : toRun(row);
}

/** A worker's slot at one moment of the database's clock. */
export interface Slot {
  readonly now: Date;
  /** The run that holds it. */
  readonly activeRun: Run | undefined;
}

/** The slot of a worker and the moment that it was read, in one statement. Reads one row through the slot's index. */
export async function getSlot(database: Database, workerName: string, options: LedgerOptions = {}): Promise<Slot> {
  const names = resolveNames(options.names);
  const row = await readRow<{ readonly now: string; readonly run: RunRow | null }>(
    database,
    `SELECT json_build_object('now', statement_timestamp(), 'run', (SELECT ${runJson(names, 'r')} FROM ${names.runs} r
       WHERE r.${names.run.worker_name} = ? AND r.${names.run.status} IN ('QUEUED', 'RUNNING')))::text AS json`,
    [workerName],
  );
  if (row === undefined) throw new Error('The slot of a worker is one row');
  return { now: toDate(row.now), activeRun: row.run === null ? undefined : toRun(row.run) };
}

/** A bigint or a uuid; anything else cannot be the id of a run and is not sent to the database. */
const RUN_ID = /^(\d{1,19}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i;

/** One run by its id, or undefined; an id that the ledger's column cannot hold is nobody's. */
export async function getRun(database: Database, runId: string, options: LedgerOptions = {}): Promise<Run | undefined> {
  const names = resolveNames(options.names);
  if (!RUN_ID.test(runId)) return undefined;
  const sql = `SELECT ${runJson(names, 'r')}::text AS json FROM ${names.runs} r WHERE r.${names.run.id} = ?`;
  try {
    const row = await behindSavepoint(database, (inner) => readRow<RunRow>(inner, sql, [runId]));
    return row === undefined ? undefined : toRun(row);
  } catch (error) {
    const code = postgresCode(error);
    if (code === SQLSTATE.invalidText || code === SQLSTATE.outOfRange) return undefined;
    throw error;
  }
}

/** An id of the wrong type fails its statement, and without a savepoint the caller's whole transaction with it. */
async function behindSavepoint<T>(database: Database, read: (inner: Database) => Promise<T>): Promise<T> {
  return isTransaction(database) ? await database.transaction(read) : await read(database);
}
