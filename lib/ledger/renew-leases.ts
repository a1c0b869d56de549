import { resolveNames } from '../database/names.ts';
import { type Queryable, readRows } from '../database/read-rows.ts';
import { checkToken, type LeaseKey, type LeaseRow, leaseJson, type LeaseState, toLeaseState } from './lease.ts';
import type { LedgerOptions } from './ledger-options.ts';

export interface RenewalInput {
  readonly keys: readonly LeaseKey[];
  /** Seconds from now at which the leases end unless renewed again. */
  readonly leaseSeconds: number;
}

/**
 * Prolongs many leases in one statement, in the order of their ids, and returns the state of each that was prolonged, by
 * run id. It never waits: a lease that is over, or whose row somebody holds, is left out. Throws `lease_lost` for a token
 * that no claim can have given, with nothing changed.
 */
export async function renewLeases(
  database: Queryable,
  { keys, leaseSeconds }: RenewalInput,
  options: LedgerOptions = {},
): Promise<ReadonlyMap<string, LeaseState>> {
  const names = resolveNames(options.names);
  const c = names.run;
  for (const key of keys) checkToken(key);
  const rows = await readRows<LeaseRow>(
    database,
    `WITH held AS MATERIALIZED (
      SELECT r.${c.id} AS id FROM ${names.runs} r
       WHERE r.${c.id} IN (${keys.map(() => '?').join(', ')})
         AND r.${c.lease_token} IN (${keys.map(() => '?::uuid').join(', ')})
         AND r.${c.status} = 'RUNNING' AND r.${c.lease_expires_at} > statement_timestamp()
       ORDER BY r.${c.id} FOR NO KEY UPDATE OF r SKIP LOCKED)
    UPDATE ${names.runs} r
       SET ${c.lease_expires_at} = statement_timestamp() + make_interval(secs => ?)
      FROM held WHERE r.${c.id} = held.id
    RETURNING ${leaseJson(names)}`,
    [...keys.map(({ runId }) => runId), ...keys.map(({ leaseToken }) => leaseToken), leaseSeconds],
  );
  return new Map(rows.map((row) => [row.id, toLeaseState(row)]));
}
