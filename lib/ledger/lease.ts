import type { Names } from '../database/names.ts';
import { resolveNames } from '../database/names.ts';
import { type Queryable, readRow } from '../database/read-rows.ts';
import { LeaseLostError } from './lease-lost-error.ts';
import type { LedgerOptions } from './ledger-options.ts';
import type { RunStatus } from './transitions.ts';

/** Names one claim of one run. */
export interface LeaseKey {
  readonly runId: string;
  readonly leaseToken: string;
}

/** What a runner learns whenever it shows its lease. */
export interface LeaseState {
  readonly leaseExpiresAt: Date;
  readonly cancelRequestedAt: Date | null;
}

/** A lease as `leaseJson` writes it. */
export interface LeaseRow {
  readonly id: string;
  readonly lease_expires_at: string;
  readonly cancel_requested_at: string | null;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Throws `lease_lost` for a token that no claim can have given; the database would refuse its text. */
export function checkToken(key: LeaseKey): void {
  if (!UUID.test(key.leaseToken)) throw new LeaseLostError(key.runId, null);
}

/** SQL that is true only for the holder of a lease that is not over. Takes the bindings run id, token. */
export function leaseGuard(names: Names): string {
  const c = names.run;
  return `r.${c.id} = ? AND r.${c.lease_token} = ?::uuid AND r.${c.status} = 'RUNNING'
    AND r.${c.lease_expires_at} > statement_timestamp()`;
}

/** SQL that writes what a runner learns of its lease. */
export function leaseJson(names: Names): string {
  return `json_build_object('id', r.${names.run.id}::text, 'lease_expires_at', r.${names.run.lease_expires_at},
    'cancel_requested_at', r.${names.run.cancel_requested_at})::text AS json`;
}

export function toLeaseState(row: LeaseRow): LeaseState {
  return {
    leaseExpiresAt: new Date(row.lease_expires_at),
    cancelRequestedAt: row.cancel_requested_at === null ? null : new Date(row.cancel_requested_at),
  };
}

/** The lease's state, or the error that says why there is none. */
export async function leaseStateOrLost(
  database: Queryable,
  key: LeaseKey,
  { row, options }: { readonly row: LeaseRow | undefined; readonly options: LedgerOptions },
): Promise<LeaseState> {
  if (row === undefined) throw new LeaseLostError(key.runId, await readStatus(database, key.runId, options));
  return toLeaseState(row);
}

async function readStatus(database: Queryable, runId: string, options: LedgerOptions): Promise<RunStatus | null> {
  const names = resolveNames(options.names);
  const status = await readRow<RunStatus>(
    database,
    `SELECT to_json(r.${names.run.status}::text)::text AS json FROM ${names.runs} r WHERE r.${names.run.id} = ?`,
    [runId],
  );
  return status ?? null;
}

/**
 * Prolongs a lease to `leaseSeconds` from now. Guarded by token, state and expiry in the statement itself.
 * Throws `lease_lost`, with nothing changed.
 */
export async function renewLease(
  database: Queryable,
  input: LeaseKey & { readonly leaseSeconds: number },
  options: LedgerOptions = {},
): Promise<LeaseState> {
  const names = resolveNames(options.names);
  checkToken(input);
  const row = await readRow<LeaseRow>(
    database,
    `UPDATE ${names.runs} r
        SET ${names.run.lease_expires_at} = statement_timestamp() + make_interval(secs => ?)
      WHERE ${leaseGuard(names)} RETURNING ${leaseJson(names)}`,
    [input.leaseSeconds, input.runId, input.leaseToken],
  );
  return await leaseStateOrLost(database, input, { row, options });
}

/**
 * Stores how far a run is: any JSON value. Does not prolong the lease. Throws `lease_lost`, with nothing changed.
 */
export async function reportProgress(
  database: Queryable,
  input: LeaseKey & { readonly progress: unknown },
  options: LedgerOptions = {},
): Promise<LeaseState> {
  const names = resolveNames(options.names);
  checkToken(input);
  const row = await readRow<LeaseRow>(
    database,
    `UPDATE ${names.runs} r SET ${names.run.progress} = ?::jsonb
      WHERE ${leaseGuard(names)} RETURNING ${leaseJson(names)}`,
    [JSON.stringify(input.progress ?? null), input.runId, input.leaseToken],
  );
  return await leaseStateOrLost(database, input, { row, options });
}
