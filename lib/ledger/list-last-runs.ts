import type { RunOrder } from '../database/ledger-indexes.ts';
import { type Names, resolveNames } from '../database/names.ts';
import { type Database, readRows } from '../database/read-rows.ts';
import type { LedgerOptions } from './ledger-options.ts';
import { type Run, type RunRow, runJson, toRun } from './run.ts';
import { hasOrderSql, newestOrder } from './run-order.ts';

/** The two runs that say how a worker is doing. */
export interface LastRuns {
  readonly workerName: string;
  /** The run that holds the slot, QUEUED or RUNNING. */
  readonly active: Run | null;
  /** The newest run that is over. */
  readonly last: Run | null;
}

interface LastRunsRow {
  readonly worker_name: string;
  readonly active: RunRow | null;
  readonly last: RunRow | null;
}

/**
 * The active and the last run of each of these workers, in one statement. Per worker it reads one row through the slot's
 * index and at most two along that of a worker's runs (whose order NULLS LAST is), whatever the length of the history.
 */
export async function listLastRuns(
  database: Database,
  workerNames: readonly string[],
  options: LedgerOptions = {},
): Promise<LastRuns[]> {
  const names = resolveNames(options.names);
  const c = names.run;
  const rows = await readRows<LastRunsRow>(
    database,
    `SELECT json_build_object('worker_name', w.name, 'active', a.run, 'last', l.run)::text AS json
       FROM jsonb_array_elements_text(?::jsonb) AS w (name)
       LEFT JOIN LATERAL (SELECT ${runJson(names, 'r')} AS run FROM ${names.runs} r
         WHERE r.${c.worker_name} = w.name AND r.${c.status} IN ('QUEUED', 'RUNNING')) a ON true
       LEFT JOIN LATERAL (${newestOverSql(names, 'by_id')} UNION ALL ${newestOverSql(names, 'by_queued_at')}) l ON true`,
    [JSON.stringify(workerNames)],
  );
  return rows.map((row) => ({
    workerName: row.worker_name,
    active: row.active === null ? null : toRun(row.active),
    last: row.last === null ? null : toRun(row.last),
  }));
}

/** The newest run of worker `w` that is over, in a ledger of this order; none, and nothing read, in any other. */
function newestOverSql(names: Names, order: RunOrder): string {
  const { worker_name, status } = names.run;
  return `(SELECT ${runJson(names, 'r')} AS run FROM ${names.runs} r
    WHERE ${hasOrderSql(names, order)} AND r.${worker_name} = w.name AND r.${status} NOT IN ('QUEUED', 'RUNNING')
    ORDER BY ${newestOrder(names, order).newestFirst} LIMIT 1)`;
}
