import { resolveNames } from '../database/names.ts';
import { type Database, readRows } from '../database/read-rows.ts';
import type { LedgerOptions } from './ledger-options.ts';
import { type Run, type RunRow, runJson, toRun } from './run.ts';

export interface RunFilter {
  readonly workerName: string;
  /** 1 to 200. Default: 50. */
  readonly limit?: number;
}

/** The newest runs of a worker, newest first. */
export async function listRuns(database: Database, filter: RunFilter, options: LedgerOptions = {}): Promise<Run[]> {
  const names = resolveNames(options.names);
  const rows = await readRows<RunRow>(
    database,
    `SELECT ${runJson(names, 'r')}::text AS json FROM ${names.runs} r
      WHERE r.${names.run.worker_name} = ? ORDER BY r.${names.run.id} DESC LIMIT ?`,
    [filter.workerName, Math.min(Math.max(filter.limit ?? 50, 1), 200)],
  );
  return rows.map(toRun);
}
