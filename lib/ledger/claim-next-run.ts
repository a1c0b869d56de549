import { resolveNames } from '../database/names.ts';
import { type Database, readRow } from '../database/read-rows.ts';
import type { LedgerOptions } from './ledger-options.ts';
import { type Run, type RunRow, runJson, toRun } from './run.ts';

export interface ClaimInput {
  /** Workers that this runner serves. */
  readonly workerNames: readonly string[];
  readonly runnerId: string;
  /** Seconds that the lease lasts unless it is renewed. */
  readonly leaseSeconds: number;
}

/** A run with the token of this claim; whoever holds the token, and nobody else, may renew or report. */
export interface ClaimedRun<Request = unknown> extends Run<Request> {
  readonly leaseToken: string;
}

interface ClaimedRow {
  readonly run: RunRow;
  readonly lease_token: string;
}

/**
 * Takes the oldest run that may start now, or returns null. SKIP LOCKED lets claims pass each other, MATERIALIZED keeps the
 * limit from being evaluated twice, and the token is fresh for each claim.
 */
export async function claimNextRun(
  database: Database,
  input: ClaimInput,
  options: LedgerOptions = {},
): Promise<ClaimedRun | null> {
  const names = resolveNames(options.names);
  const c = names.run;
  const row = await readRow<ClaimedRow>(
    database,
    `WITH next AS MATERIALIZED (
      SELECT q.${c.id} AS id FROM ${names.runs} q
       WHERE q.${c.status} = 'QUEUED'
         AND coalesce(q.${c.not_before}, q.${c.queued_at}) <= statement_timestamp()
         AND q.${c.worker_name} IN (SELECT jsonb_array_elements_text(?::jsonb))
       ORDER BY coalesce(q.${c.not_before}, q.${c.queued_at}), q.${c.id}
       LIMIT 1 FOR UPDATE OF q SKIP LOCKED)
    UPDATE ${names.runs} r
       SET ${c.status} = 'RUNNING', ${c.started_at} = statement_timestamp(), ${c.runner_id} = ?,
           ${c.lease_token} = gen_random_uuid(),
           ${c.lease_expires_at} = statement_timestamp() + make_interval(secs => ?)
      FROM next WHERE r.${c.id} = next.id AND r.${c.status} = 'QUEUED'
    RETURNING json_build_object('run', ${runJson(names, 'r')}, 'lease_token', r.${c.lease_token})::text AS json`,
    [JSON.stringify(input.workerNames), input.runnerId, input.leaseSeconds],
  );
  return row === undefined ? null : { ...toRun(row.run), leaseToken: row.lease_token };
}
