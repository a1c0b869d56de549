import { resolveNames } from '../database/names.ts';
import { type Database, readRows } from '../database/read-rows.ts';
import type { LedgerOptions } from './ledger-options.ts';
import { type Run, type RunRow, type RunTrigger, runJson, toRun } from './run.ts';
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

/** The newest runs of a worker, newest first; read along the history's index, a page at a time. */
export async function listRuns(database: Database, filter: RunFilter, options: LedgerOptions = {}): Promise<Run[]> {
  const names = resolveNames(options.names);
  const c = names.run;
  const { statuses, triggers, beforeId } = filter;
  const conditions = [
    ...(statuses === undefined ? [] : [[oneOf(c.status), JSON.stringify(statuses)] as const]),
    ...(triggers === undefined ? [] : [[oneOf(c.trigger), JSON.stringify(triggers)] as const]),
    ...(beforeId === undefined ? [] : [[`AND r.${c.id} < ?`, beforeId] as const]),
  ];
  const rows = await readRows<RunRow>(
    database,
    `SELECT ${runJson(names, 'r')}::text AS json FROM ${names.runs} r
      WHERE r.${c.worker_name} = ? ${conditions.map(([sql]) => sql).join(' ')} ORDER BY r.${c.id} DESC LIMIT ?`,
    [filter.workerName, ...conditions.map(([, binding]) => binding), Math.min(Math.max(filter.limit ?? 50, 1), 200)],
  );
  return rows.map(toRun);
}

function oneOf(column: string): string {
  return `AND r.${column}::text IN (SELECT jsonb_array_elements_text(?::jsonb))`;
}
