import { resolveNames } from '../database/names.ts';
import { type Database, readRow, toDate } from '../database/read-rows.ts';
import type { LedgerOptions } from './ledger-options.ts';

/** The runs that hold a slot. */
export interface ActiveRuns {
  /** May start now. */
  readonly queued: number;
  /** Retries whose moment has not come. */
  readonly waiting: number;
  readonly running: number;
  /** Running, and the lease is over. */
  readonly overdue: number;
  /** Running without a lease: the host's own. */
  readonly foreign: number;
  /** Workers with a run that may start, and since when it may; longest first, at most 100. */
  readonly ready: readonly { readonly workerName: string; readonly since: Date }[];
}

interface ActiveRow extends Omit<ActiveRuns, 'ready'> {
  readonly ready: readonly { readonly worker_name: string; readonly since: string }[];
}

/** Reads at most one row per worker, along the slot's index. */
export async function countActiveRuns(database: Database, options: LedgerOptions = {}): Promise<ActiveRuns> {
  const names = resolveNames(options.names);
  const c = names.run;
  const row = await readRow<ActiveRow>(
    database,
    `WITH active AS MATERIALIZED (
       SELECT r.${c.worker_name} AS worker_name, r.${c.status} = 'QUEUED' AS is_queued, r.${c.lease_expires_at} AS until,
              coalesce(r.${c.not_before}, r.${c.queued_at}) AS since
         FROM ${names.runs} r WHERE r.${c.status} IN ('QUEUED', 'RUNNING')),
     ready AS (SELECT a.worker_name, a.since FROM active a WHERE a.is_queued AND a.since <= statement_timestamp()
       ORDER BY a.since, a.worker_name LIMIT 100)
     SELECT json_build_object(
       'queued', count(*) FILTER (WHERE a.is_queued AND a.since <= statement_timestamp()),
       'waiting', count(*) FILTER (WHERE a.is_queued AND a.since > statement_timestamp()),
       'running', count(*) FILTER (WHERE NOT a.is_queued),
       'overdue', count(*) FILTER (WHERE NOT a.is_queued AND a.until <= statement_timestamp()),
       'foreign', count(*) FILTER (WHERE NOT a.is_queued AND a.until IS NULL),
       'ready', (SELECT coalesce(json_agg(json_build_object('worker_name', y.worker_name, 'since', y.since)
         ORDER BY y.since, y.worker_name), '[]'::json) FROM ready y))::text AS json
       FROM active a`,
  );
  if (row === undefined) throw new Error('A count is one row');
  return {
    ...row,
    ready: row.ready.map(({ worker_name, since }) => ({ workerName: worker_name, since: toDate(since) })),
  };
}
