import { inTransaction } from '../database/in-transaction.ts';
import { type HostColumns, hostValueSql, NO_HOST_COLUMNS } from '../database/host-columns.ts';
import { quote } from '../database/identifiers.ts';
import { type Names, resolveNames } from '../database/names.ts';
import { type Database, readRow, toDate } from '../database/read-rows.ts';
import { WorkerSchedulesError } from '../errors.ts';
import { getRun } from './get-run.ts';
import { hostColumnsAtEnd } from './columns-at-end.ts';
import type { LedgerOptions } from './ledger-options.ts';
import { type Run, type RunRow, runJson, toRun } from './run.ts';

/**
 * Cancels a run: QUEUED becomes CANCELLED at once, RUNNING is asked to stop (`cancelRequestedAt`) and its runner aborts. A
 * run that is cancelled already is returned as it is. Throws `no_run`, or `run_over` for a run that ended otherwise.
 */
export async function cancelRun(
  database: Database,
  input: { readonly runId: string },
  options: LedgerOptions = {},
): Promise<Run> {
  const hostColumns =
    options.ledgerColumns === undefined ? NO_HOST_COLUMNS : await foreseeCancel(database, input.runId, options);
  return await inTransaction(database, async (trx) => {
    const before = await getRun(trx, input.runId, options);
    if (before === undefined) throw new WorkerSchedulesError('no_run', `There is no run ${input.runId}.`);
    const row = await requestCancel(trx, input.runId, { names: resolveNames(options.names), hostColumns });
    if (row !== undefined) return toRun(row);
    const run = (await getRun(trx, input.runId, options)) ?? before;
    if (run.status === 'CANCELLED') return run;
    throw new WorkerSchedulesError('run_over', `Run ${run.id} is over already: it ended ${run.status}.`, {
      details: { runId: run.id, status: run.status },
    });
  });
}

/** The host's columns of a run that is queued and ends by the cancel, asked for before any transaction of ours. */
async function foreseeCancel(database: Database, runId: string, options: LedgerOptions): Promise<HostColumns> {
  const run = await getRun(database, runId, options);
  if (run?.status !== 'QUEUED') return NO_HOST_COLUMNS;
  const now = await readRow<string>(database, 'SELECT to_json(statement_timestamp())::text AS json');
  const finishedAt = toDate(now ?? null);
  return await hostColumnsAtEnd(options, {
    ...run,
    ...{ status: 'CANCELLED', finishedAt, cancelRequestedAt: finishedAt },
  });
}

/** One statement for both states: a claim that commits while we wait is seen, because the row is read again after the wait. */
async function requestCancel(
  trx: Database,
  runId: string,
  { names, hostColumns }: { readonly names: Names; readonly hostColumns: HostColumns },
): Promise<RunRow | undefined> {
  const c = names.run;
  const ofHost = hostColumns.columns.map((column) => {
    const value = hostValueSql(names, column, '?::jsonb');
    return `, ${quote(column)} = CASE WHEN r.${c.status} = 'QUEUED' THEN ${value} ELSE r.${quote(column)} END`;
  });
  return await readRow<RunRow>(
    trx,
    `UPDATE ${names.runs} r
        SET ${c.cancel_requested_at} = coalesce(r.${c.cancel_requested_at}, statement_timestamp()),
            ${c.finished_at} = CASE WHEN r.${c.status} = 'QUEUED' THEN statement_timestamp() END,
            ${c.status} = CASE WHEN r.${c.status} = 'QUEUED' THEN 'CANCELLED' ELSE r.${c.status} END
            ${ofHost.join('')}
      WHERE r.${c.id} = ? AND r.${c.status} IN ('QUEUED', 'RUNNING')
    RETURNING ${runJson(names, 'r')}::text AS json`,
    [...hostColumns.columns.map(() => hostColumns.json), runId],
  );
}
