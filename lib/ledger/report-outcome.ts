import { hostAssignments, type HostColumns, NO_HOST_COLUMNS } from '../database/host-columns.ts';
import { type Names, resolveNames } from '../database/names.ts';
import { type Queryable, readRow } from '../database/read-rows.ts';
import {
  type ClaimedRow,
  type ClaimedRun,
  type ClaimInput,
  claimBindings,
  claimQueries,
  toClaimedRun,
} from './claim-next-run.ts';
import { cleanText } from './error-text.ts';
import { checkToken, type LeaseKey, leaseGuard } from './lease.ts';
import { LeaseLostError } from './lease-lost-error.ts';
import { hostColumnsAtEnd } from './columns-at-end.ts';
import type { LedgerOptions } from './ledger-options.ts';
import { endJson, type Run, type RunRow, runJson, toEndedRun, toRun } from './run.ts';
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
  database: Queryable,
  input: OutcomeInput,
  options: LedgerOptions = {},
): Promise<Run> {
  return (await reportAndClaim(database, { report: input, claim: null }, options)).run;
}

interface ReportParts {
  readonly report: OutcomeInput;
  readonly claim: ClaimInput | null;
  readonly claimed?: Run;
}

/** What a report brought, and the run that was claimed with it, if one was asked for and there was one. */
export interface ReportAndClaim {
  readonly run: Run;
  readonly next: ClaimedRun | null;
}

/**
 * Ends a run as reportOutcome does and claims the next in the same statement, so that a busy runner commits once for each
 * run. A report that was repeated claims nothing. `claimed` is the run as it was claimed, where that is known: then only what can
 * have changed since travels. Throws `lease_lost`, with nothing changed and nothing claimed.
 */
export async function reportAndClaim(
  database: Queryable,
  { report, claim, claimed }: ReportParts,
  options: LedgerOptions = {},
): Promise<ReportAndClaim> {
  checkToken(report);
  const ending = options.ledgerColumns === undefined ? undefined : await foreseeEnd(database, report, options);
  const parts = { names: resolveNames(options.names), ending, claim, isKnown: claimed !== undefined };
  const row = await endRun(database, report, parts);
  if (row === undefined) return { run: toRun(await endedBefore(database, report, options)), next: null };
  const run = claimed === undefined ? toRun(row.ended) : toEndedRun(claimed, row.ended);
  return { run, next: toClaimedRun(row.claimed) };
}

/** The moment at which a run ends, and the host's columns that were asked for as of that moment. */
interface Ending {
  readonly finishedAt: string;
  readonly hostColumns: HostColumns;
}

/** The run as it will be once it has ended now, shown to the host's hook; undefined when the lease does not hold. */
async function foreseeEnd(
  database: Queryable,
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

interface EndRow {
  /** Of a run that is known no more than RunEnd. */
  readonly ended: RunRow;
  readonly claimed: ClaimedRow | null;
}

interface EndParts {
  readonly names: Names;
  readonly ending: Ending | undefined;
  readonly claim: ClaimInput | null;
  readonly isKnown: boolean;
}

/** The guard stands in the statement that writes, so nothing can come between; a failed scheduled run wakes the scheduler. */
async function endRun(
  database: Queryable,
  input: OutcomeInput,
  { names, ending, claim, isKnown }: EndParts,
): Promise<EndRow | undefined> {
  const c = names.run;
  const hostColumns = ending?.hostColumns ?? NO_HOST_COLUMNS;
  const claimed = claim === null ? 'NULL' : '(SELECT claimed.json FROM claimed)';
  return await readRow<EndRow>(
    database,
    `WITH ended AS (
      UPDATE ${names.runs} r
         SET ${c.status} = CASE WHEN r.${c.cancel_requested_at} IS NULL THEN ? WHEN true THEN ? ELSE r.${c.status} END,
             ${c.finished_at} = coalesce(?::timestamptz, statement_timestamp()), ${c.error} = ?,
             ${c.lease_expires_at} = NULL
             ${hostAssignments(names, hostColumns, '?::jsonb')}
       WHERE ${leaseGuard(names)}
      RETURNING ${isKnown ? endJson(names, 'r') : runJson(names, 'r')} AS json,
        r.${c.trigger} = 'SCHEDULE' AND r.${c.status} IN ('FAILED', 'INTERRUPTED') AS retryable)
      ${claim === null ? '' : `, ${claimQueries(names, claim, 'EXISTS (SELECT FROM ended)')}`}
    SELECT json_build_object('ended', ended.json, 'claimed', ${claimed})::text AS json,
           CASE WHEN ended.retryable THEN pg_notify(?, '') END FROM ended`,
    [
      ...[input.outcome, settledStatus(input.outcome, true), ending?.finishedAt ?? null, errorOf(input)],
      ...hostColumns.columns.map(() => hostColumns.json),
      ...[input.runId, input.leaseToken],
      ...(claim === null ? [] : claimBindings(claim)),
      names.channels.scheduler,
    ],
  );
}

/** The row as an earlier report with this token and outcome left it. An expired lease loses its token, so it never matches. */
async function endedBefore(database: Queryable, input: OutcomeInput, options: LedgerOptions): Promise<RunRow> {
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
