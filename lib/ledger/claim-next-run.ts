import { type Names, resolveNames } from '../database/names.ts';
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

/** A claimed row as the statement returns it. */
export interface ClaimedRow {
  readonly run: RunRow;
  readonly lease_token: string;
}

/** A runner that serves at most so many workers looks at the slot of each; one that serves more walks the queue. */
const MOST_SLOTS = 64;

/** SQL of the waiting runs `q` of the served workers, and of their order. */
interface Waiting {
  readonly before: string;
  readonly from: string;
  readonly order: string;
}

/** A worker has at most one waiting run, so what others have queued costs nothing. */
function inSlots(names: Names, { gate, at, mayStart }: Conditions): Waiting {
  const c = names.run;
  return {
    before: `waiting AS MATERIALIZED (
      SELECT slot.id, slot.at FROM jsonb_array_elements_text(?::jsonb) served(name)
       CROSS JOIN LATERAL (
         SELECT q.${c.id} AS id, ${at} AS at FROM ${names.runs} q
          WHERE ${gate} AND q.${c.worker_name} = served.name AND ${mayStart} OFFSET 0) slot),`,
    from: `waiting w JOIN ${names.runs} q ON q.${c.id} = w.id WHERE ${mayStart}`,
    order: `w.at, w.id`,
  };
}

function inQueue(names: Names, { gate, at, mayStart }: Conditions): Waiting {
  const c = names.run;
  return {
    before: '',
    from: `${names.runs} q WHERE ${gate} AND ${mayStart}
      AND q.${c.worker_name} IN (SELECT jsonb_array_elements_text(?::jsonb))`,
    order: `${at}, q.${c.id}`,
  };
}

interface Conditions {
  readonly gate: string;
  /** When a run may start. */
  readonly at: string;
  readonly mayStart: string;
}

/**
 * SQL of a claim, as queries of a WITH of which the last is `claimed`: the oldest run that may start now, if `gate` holds.
 * SKIP LOCKED lets claims pass each other, MATERIALIZED keeps the limit from being evaluated twice, and the token is fresh
 * for each claim. Takes `claimBindings`.
 */
export function claimQueries(names: Names, input: ClaimInput, gate = 'true'): string {
  const c = names.run;
  const at = `coalesce(q.${c.not_before}, q.${c.queued_at})`;
  const conditions = { gate, at, mayStart: `q.${c.status} = 'QUEUED' AND ${at} <= statement_timestamp()` };
  const find = input.workerNames.length <= MOST_SLOTS ? inSlots : inQueue;
  const { before, from, order } = find(names, conditions);
  return `${before} next AS MATERIALIZED (
      SELECT q.${c.id} AS id FROM ${from} ORDER BY ${order} LIMIT 1 FOR UPDATE OF q SKIP LOCKED),
    claimed AS (
      UPDATE ${names.runs} r
         SET ${c.status} = 'RUNNING', ${c.started_at} = statement_timestamp(), ${c.runner_id} = ?,
             ${c.lease_token} = gen_random_uuid(),
             ${c.lease_expires_at} = statement_timestamp() + make_interval(secs => ?)
        FROM next WHERE r.${c.id} = next.id AND r.${c.status} = 'QUEUED'
      RETURNING json_build_object('run', ${runJson(names, 'r')}, 'lease_token', r.${c.lease_token}) AS json)`;
}

export function claimBindings(input: ClaimInput): [workerNames: string, runnerId: string, leaseSeconds: number] {
  return [JSON.stringify(input.workerNames), input.runnerId, input.leaseSeconds];
}

export function toClaimedRun(row: ClaimedRow | null | undefined): ClaimedRun | null {
  return row === undefined || row === null ? null : { ...toRun(row.run), leaseToken: row.lease_token };
}

/** Takes the oldest run that may start now, or returns null. */
export async function claimNextRun(
  database: Database,
  input: ClaimInput,
  options: LedgerOptions = {},
): Promise<ClaimedRun | null> {
  const names = resolveNames(options.names);
  const row = await readRow<ClaimedRow>(
    database,
    `WITH ${claimQueries(names, input)} SELECT claimed.json::text AS json FROM claimed`,
    claimBindings(input),
  );
  return toClaimedRun(row);
}
