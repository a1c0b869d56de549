import { resolveNames } from '../database/names.ts';
import { execute, type Queryable } from '../database/read-rows.ts';
import type { LedgerOptions } from './ledger-options.ts';

/** One process that claims runs. */
export interface RunnerIdentity {
  readonly runnerId: string;
  readonly host: string;
  readonly pid: number;
}

export interface RunnerAnnouncement extends RunnerIdentity {
  /** Workers that it serves. */
  readonly workerNames: readonly string[];
  /** Seconds after which it counts as gone unless it is announced again. */
  readonly aliveSeconds: number;
}

/** Says that a runner lives. One upsert by the key, so that a row that somebody deletes meanwhile is simply made again. */
export async function announceRunner(
  database: Queryable,
  input: RunnerAnnouncement,
  options: LedgerOptions = {},
): Promise<void> {
  const names = resolveNames(options.names);
  await execute(
    database,
    `INSERT INTO ${names.runners} AS n (runner_id, host, pid, workers, started_at, seen_at, expires_at)
     VALUES (?, ?, ?, ?::jsonb, statement_timestamp(), statement_timestamp(),
       statement_timestamp() + make_interval(secs => ?))
     ON CONFLICT (runner_id) DO UPDATE
       SET host = excluded.host, pid = excluded.pid, workers = excluded.workers,
           started_at = CASE WHEN n.host = excluded.host AND n.pid = excluded.pid THEN n.started_at
             ELSE excluded.started_at END,
           seen_at = excluded.seen_at, expires_at = excluded.expires_at`,
    [input.runnerId, input.host, input.pid, JSON.stringify(input.workerNames), input.aliveSeconds],
  );
}

/**
 * Removes a runner that stops; the row of another process that took over its name stays.
 */
export async function withdrawRunner(
  database: Queryable,
  input: RunnerIdentity,
  options: LedgerOptions = {},
): Promise<void> {
  const names = resolveNames(options.names);
  await execute(database, `DELETE FROM ${names.runners} n WHERE n.runner_id = ? AND n.host = ? AND n.pid = ?`, [
    input.runnerId,
    input.host,
    input.pid,
  ]);
}

/**
 * Deletes the rows of runners that ended without a word. A statement of its own, never in one transaction with an
 * announcement: two runners that find each other expired would wait for each other's row.
 */
export async function removeExpiredRunners(database: Queryable, options: LedgerOptions = {}): Promise<void> {
  const names = resolveNames(options.names);
  await execute(
    database,
    `DELETE FROM ${names.runners} WHERE runner_id IN (
      SELECT n.runner_id FROM ${names.runners} n WHERE n.expires_at < statement_timestamp() FOR UPDATE SKIP LOCKED)`,
  );
}
