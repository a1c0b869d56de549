import type { RunOrder } from '../database/ledger-indexes.ts';
import { type Names, resolveNames } from '../database/names.ts';
import { type Database, readRows, toDate } from '../database/read-rows.ts';
import type { LedgerOptions } from './ledger-options.ts';
import type { RunTrigger } from './run.ts';
import { hasOrderSql, newestOrder } from './run-order.ts';
import type { RunStatus } from './transitions.ts';

/** What a picture needs of a run: when it was, how it ended, and what it answers. */
export interface RunMark {
  readonly id: string;
  readonly workerName: string;
  readonly status: RunStatus;
  readonly trigger: RunTrigger;
  readonly queuedAt: Date;
  readonly startedAt: Date | null;
  readonly finishedAt: Date | null;
  readonly attempt: number;
  readonly retryOf: string | null;
  readonly notBefore: Date | null;
  readonly scheduledFor: Date | null;
}

/** A mark as the statement writes it: its instants are texts. */
interface MarkRow extends Omit<RunMark, 'queuedAt' | 'startedAt' | 'finishedAt' | 'notBefore' | 'scheduledFor'> {
  readonly queuedAt: string;
  readonly startedAt: string | null;
  readonly finishedAt: string | null;
  readonly notBefore: string | null;
  readonly scheduledFor: string | null;
}

/** Which runs: of these workers, each its newest ones up to a limit, that were not over before `from`. */
export interface RecentRunsFilter {
  readonly workerNames: readonly string[];
  readonly from: Date;
  /** Runs of each worker: 1 to 200. */
  readonly limit: number;
}

/**
 * The newest runs of several workers, newest first, in one statement. Per worker it reads at most `limit` rows along the
 * index of a worker's runs, whatever the length of the history.
 */
export async function listRecentRuns(
  database: Database,
  { workerNames, from, limit }: RecentRunsFilter,
  options: LedgerOptions = {},
): Promise<RunMark[]> {
  const names = resolveNames(options.names);
  const rows = await readRows<MarkRow>(
    database,
    `SELECT m.mark::text AS json FROM jsonb_array_elements_text(?::jsonb) AS w (name)
      CROSS JOIN LATERAL (${newestSql(names, 'by_id')} UNION ALL ${newestSql(names, 'by_queued_at')}) m
      WHERE m.until >= ?::timestamptz`,
    [JSON.stringify(workerNames), limit, limit, from.toISOString()],
  );
  return rows.map(toMark);
}

/** The newest runs of worker `w`, in a ledger of this order; none, and nothing read, in any other. */
function newestSql(names: Names, order: RunOrder): string {
  const c = names.run;
  const members = [
    `'id', r.${c.id}::text, 'workerName', r.${c.worker_name}, 'status', r.${c.status}::text`,
    `'trigger', r.${c.trigger}::text, 'queuedAt', r.${c.queued_at}, 'startedAt', r.${c.started_at}`,
    `'finishedAt', r.${c.finished_at}, 'attempt', r.${c.attempt}, 'retryOf', r.${c.retry_of}::text`,
    `'notBefore', r.${c.not_before}, 'scheduledFor', r.${c.scheduled_for}`,
  ];
  return `(SELECT json_build_object(${members.join(', ')}) AS mark,
      coalesce(r.${c.finished_at}, 'infinity') AS until FROM ${names.runs} r
    WHERE ${hasOrderSql(names, order)} AND r.${c.worker_name} = w.name
    ORDER BY ${newestOrder(names, order).newestFirst} LIMIT ?)`;
}

function toMark(row: MarkRow): RunMark {
  return {
    ...row,
    queuedAt: toDate(row.queuedAt),
    startedAt: toDate(row.startedAt),
    finishedAt: toDate(row.finishedAt),
    notBefore: toDate(row.notBefore),
    scheduledFor: toDate(row.scheduledFor),
  };
}
