import { type Names, resolveNames } from '../database/names.ts';
import { type Database, readRows } from '../database/read-rows.ts';
import { type AskedPage, filteredPage, type PageStatement } from './filtered-page.ts';
import type { LedgerOptions } from './ledger-options.ts';
import { type Run, type RunRow, type RunTrigger, runJson, toRun } from './run.ts';
import { newestOrder, readRunOrder } from './run-order.ts';
import type { RunStatus } from './transitions.ts';

export interface RunFilter {
  readonly workerName: string;
  /** 1 to 200. Default: 50. */
  readonly limit?: number | undefined;
  /** Only runs of these states. Default: all. */
  readonly statuses?: readonly RunStatus[] | undefined;
  /** Only runs that were asked for in these ways. Default: all. */
  readonly triggers?: readonly RunTrigger[] | undefined;
  /** Only runs older than the one of this id: the last of the page before. */
  readonly beforeId?: string | undefined;
}

/** The newest runs of a worker, newest first, a page at a time; what a page costs does not grow with the ledger. */
export async function listRuns(database: Database, filter: RunFilter, options: LedgerOptions = {}): Promise<Run[]> {
  const { workerName, statuses, triggers, beforeId } = filter;
  const names = resolveNames(options.names);
  const order = await readRunOrder(database, names);
  const page = { workerName, beforeId, order, limit: Math.min(Math.max(filter.limit ?? 50, 1), 200) };
  const isFiltered = statuses !== undefined || triggers !== undefined;
  const statement = isFiltered ? filteredPage(names, page, { statuses, triggers }) : newestPage(names, page);
  if (statement === undefined) return [];
  return (await readRows<RunRow>(database, statement.sql, statement.bindings)).map(toRun);
}

/** Along the index of a worker's runs. */
function newestPage(names: Names, { workerName, beforeId, order, limit }: AskedPage): PageStatement {
  const { newestFirst, older } = newestOrder(names, order);
  return {
    sql: `SELECT ${runJson(names, 'r')}::text AS json FROM ${names.runs} r
      WHERE r.${names.run.worker_name} = ? ${beforeId === undefined ? '' : `AND ${older}`} ORDER BY ${newestFirst} LIMIT ?`,
    bindings: [workerName, ...(beforeId === undefined ? [] : [beforeId]), limit],
  };
}
