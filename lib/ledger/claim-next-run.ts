import { arrayLiteral } from '../database/array-literal.ts';
import { type Names, resolveNames } from '../database/names.ts';
import { type Queryable, readRow } from '../database/read-rows.ts';
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

/** SQL that is true for the runs `q` that wait for a served worker. */
type Waiting = (names: Names, conditions: Conditions) => string;

/**
 * A worker has at most one waiting run, so what others have queued costs nothing. An array and not a join: a planner that
 * expects many served workers would read every waiting run for one.
 */
const inSlots: Waiting = ({ run: c, runs }, { gate, mayStart }) =>
  `q.${c.id} = ANY (ARRAY(
      SELECT slot.id FROM unnest(?::text[]) served(name)
       CROSS JOIN LATERAL (
         SELECT q.${c.id} AS id FROM ${runs} q
          WHERE ${gate} AND q.${c.worker_name} = served.name AND ${mayStart} OFFSET 0) slot))`;

/** Not by an index of the names, which would be read for every waiting run: hence the empty text. */
const inQueue: Waiting = ({ run: c }, { gate }) => `${gate} AND q.${c.worker_name} || '' = ANY (?::text[])`;

interface Conditions {
  readonly gate: string;
  readonly mayStart: string;
}

/**
 * SQL of a claim, as the queries `next` and `claimed` of a WITH: the oldest run that may start now, if `gate` holds.
 * SKIP LOCKED lets claims pass each other, MATERIALIZED keeps the limit from being evaluated twice, and the token is fresh
 * for each claim. Takes `claimBindings`.
 */
export function claimQueries(names: Names, input: ClaimInput, gate = 'true'): string {
  const c = names.run;
  const at = `coalesce(q.${c.not_before}, q.${c.queued_at})`;
  const mayStart = `q.${c.status} = 'QUEUED' AND ${at} <= statement_timestamp()`;
  const waiting = input.workerNames.length <= MOST_SLOTS ? inSlots : inQueue;
  return `next AS MATERIALIZED (
      SELECT q.${c.id} AS id FROM ${names.runs} q WHERE ${mayStart} AND ${waiting(names, { gate, mayStart })}
       ORDER BY ${at}, q.${c.id} LIMIT 1 FOR UPDATE OF q SKIP LOCKED),
    claimed AS (
      UPDATE ${names.runs} r
         SET ${c.status} = 'RUNNING', ${c.started_at} = statement_timestamp(), ${c.runner_id} = ?,
             ${c.lease_token} = gen_random_uuid(),
             ${c.lease_expires_at} = statement_timestamp() + make_interval(secs => ?)
        FROM next WHERE r.${c.id} = next.id AND r.${c.status} = 'QUEUED'
      RETURNING json_build_object('run', ${runJson(names, 'r')}, 'lease_token', r.${c.lease_token}) AS json)`;
}

export function claimBindings(input: ClaimInput): [workerNames: string, runnerId: string, leaseSeconds: number] {
  return [arrayLiteral(input.workerNames), input.runnerId, input.leaseSeconds];
}

export function toClaimedRun(row: ClaimedRow | null | undefined): ClaimedRun | null {
  return row === undefined || row === null ? null : { ...toRun(row.run), leaseToken: row.lease_token };
}

/** Takes the oldest run that may start now, or returns null. */
export async function claimNextRun(
  database: Queryable,
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
