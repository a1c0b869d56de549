import { hostAssignments, type HostColumns, NO_HOST_COLUMNS } from '../database/host-columns.ts';
import { type Names, resolveNames } from '../database/names.ts';
import { type Database, readRow } from '../database/read-rows.ts';
import { cleanText } from './error-text.ts';
import { checkToken, type LeaseKey, leaseGuard } from './lease.ts';
import { LeaseLostError } from './lease-lost-error.ts';
import { hostColumnsAtEnd } from './columns-at-end.ts';
import type { LedgerOptions } from './ledger-options.ts';
import { type Run, type RunRow, runJson, toRun } from './run.ts';
import { type Outcome, settledStatus } from './transitions.ts';

export interface OutcomeInput extends LeaseKey {
  readonly outcome: Outcome;
  /** "Class: message" for FAILED and INTERRUPTED; cut to 2000 characters. */
  readonly error?: string;
}

/**
 * Ends a run. FAILED or INTERRUPTED of a run whose cancel was requested is stored as CANCELLED, in the same statement. A
 * repeated report with the same token and outcome is answered as done, because its first answer may have been lost.
 * Throws `lease_lost`, with nothing changed.
 */
export async function reportOutcome(
  database: Database,
  input: OutcomeInput,
  options: LedgerOptions = {},
): Promise<Run> {
  checkToken(input);
  const ending = options.ledgerColumns === undefined ? undefined : await foreseeEnd(database, input, options);
  const ended = await endRun(database, input, { names: resolveNames(options.names), ending });
  return toRun(ended ?? (await endedBefore(database, input, options)));
}

/** The moment at which a run ends, and the host's columns that were asked for as of that moment. */
interface Ending {
  readonly finishedAt: string;
  readonly hostColumns: HostColumns;
}

/** The run as it will be once it has ended now, shown to the host's hook; undefined when the lease does not hold. */
async function foreseeEnd(
  database: Database,
  input: OutcomeInput,
  options: LedgerOptions,
): Promise<Ending | undefined> {
  const names = resolveNames(options.names);
  const found = await readRow<{ readonly run: RunRow; readonly now: string }>(
    database,
    `SELECT json_build_object('run', ${runJson(names, 'r')}, 'now', statement_timestamp())::text AS json
       FROM ${names.runs} r WHERE ${leaseGuard(names)}`,
    [input.runId, input.leaseToken],
  );
  if (found === undefined) return undefined;
  const run = toRun({ ...found.run, finished_at: found.now, lease_expires_at: null });
  const status = settledStatus(input.outcome, run.cancelRequestedAt !== null);
  const hostColumns = await hostColumnsAtEnd(options, { ...run, status, error: errorOf(input) });
  return { finishedAt: found.now, hostColumns };
}

function errorOf({ error, outcome }: OutcomeInput): string | null {
  return error === undefined || outcome === 'SUCCESS' ? null : cleanText(error);
}

/** The guard stands in the statement that writes, so nothing can come between; a failed scheduled run wakes the scheduler. */
async function endRun(
  database: Database,
  input: OutcomeInput,
  { names, ending }: { readonly names: Names; readonly ending: Ending | undefined },
): Promise<RunRow | undefined> {
  const c = names.run;
  const hostColumns = ending?.hostColumns ?? NO_HOST_COLUMNS;
  return await readRow<RunRow>(
    database,
    `WITH ended AS (
      UPDATE ${names.runs} r
         SET ${c.status} = CASE WHEN r.${c.cancel_requested_at} IS NULL THEN ? WHEN true THEN ? ELSE r.${c.status} END,
             ${c.finished_at} = coalesce(?::timestamptz, statement_timestamp()), ${c.error} = ?,
             ${c.lease_expires_at} = NULL
             ${hostAssignments(names, hostColumns, '?::jsonb')}
       WHERE ${leaseGuard(names)}
      RETURNING ${runJson(names, 'r')}::text AS json,
        r.${c.trigger} = 'SCHEDULE' AND r.${c.status} IN ('FAILED', 'INTERRUPTED') AS retryable)
    SELECT ended.json, CASE WHEN ended.retryable THEN pg_notify(?, '') END FROM ended`,
    [
      ...[input.outcome, settledStatus(input.outcome, true), ending?.finishedAt ?? null, errorOf(input)],
      ...hostColumns.columns.map(() => hostColumns.json),
      ...[input.runId, input.leaseToken, names.channels.scheduler],
    ],
  );
}

/** The row as an earlier report with this token and outcome left it. An expired lease loses its token, so it never matches. */
async function endedBefore(database: Database, input: OutcomeInput, options: LedgerOptions): Promise<RunRow> {
  const names = resolveNames(options.names);
  const found = await readRow<{ run: RunRow; same_token: boolean | null }>(
    database,
    `SELECT json_build_object('run', ${runJson(names, 'r')}, 'same_token', r.${names.run.lease_token} = ?::uuid)::text AS json
       FROM ${names.runs} r WHERE r.${names.run.id} = ?`,
    [input.leaseToken, input.runId],
  );
  if (found === undefined) throw new LeaseLostError(input.runId, null);
  const settled = settledStatus(input.outcome, found.run.cancel_requested_at !== null);
  if (found.same_token === true && found.run.status === settled) return found.run;
  throw new LeaseLostError(input.runId, found.run.status);
}
