import { groupByColumns, hostAssignments, type HostColumns, NO_HOST_COLUMNS } from '../database/host-columns.ts';
import type { Names } from '../database/names.ts';
import { type Queryable, readRows } from '../database/read-rows.ts';
import { type Run, type RunRow, runJson, toRun } from './run.ts';

/** A run whose lease is over, as it will be once it has ended at the moment when it was read. */
export interface ExpiredRun {
  readonly run: Run;
  /** The moment with the microseconds that a Date loses. */
  readonly finishedAt: string;
}

function endedStatusSql(names: Names, alias: string): string {
  const { cancel_requested_at, status } = names.run;
  return `CASE WHEN ${alias}.${cancel_requested_at} IS NOT NULL THEN 'CANCELLED' WHEN true THEN 'INTERRUPTED'
    ELSE ${alias}.${status} END`;
}

function errorSql(names: Names, alias: string): string {
  return `'LeaseExpired: runner ' || coalesce(${alias}.${names.run.runner_id}, 'unknown') || ' did not renew its lease in time'`;
}

/** SQL that is true for a run `r` whose lease is over. Rows without a lease are the host's own and left alone. */
function expiredSql({ run: c }: Names): string {
  return `r.${c.status} = 'RUNNING' AND r.${c.lease_expires_at} <= now()`;
}

/** SQL that is true while there is a run whose lease is over. */
export function anyExpiredSql(names: Names): string {
  return `EXISTS (SELECT 1 FROM ${names.runs} r WHERE ${expiredSql(names)})`;
}

/**
 * RUNNING rows whose lease is over, without locking any: what the host's code is asked about before we lock.
 */
export async function readExpired(database: Queryable, names: Names, limit: number): Promise<ExpiredRun[]> {
  const c = names.run;
  const rows = await readRows<{
    readonly run: RunRow;
    readonly now: string;
    readonly status: Run['status'];
    readonly error: string;
  }>(
    database,
    `SELECT json_build_object('run', ${runJson(names, 'r')}, 'now', now(), 'status', ${endedStatusSql(names, 'r')},
       'error', ${errorSql(names, 'r')})::text AS json
       FROM ${names.runs} r WHERE ${expiredSql(names)}
      ORDER BY r.${c.id} LIMIT ?`,
    [limit],
  );
  return rows.map(({ run, now, status, error }) => ({
    run: toRun({ ...run, status, error, finished_at: now, lease_expires_at: null }),
    finishedAt: now,
  }));
}

/** A run to end, with values for columns of the host's own. */
export interface PlannedEnd extends ExpiredRun {
  readonly hostColumns: HostColumns;
}

/**
 * Ends those of these runs whose lease is still over: INTERRUPTED, or CANCELLED where a cancel was requested. A row that
 * somebody is reporting right now is passed over. The token is taken away, so that a late report cannot pass for a repeated
 * one.
 */
export async function interruptExpired(trx: Queryable, names: Names, planned: readonly PlannedEnd[]): Promise<Run[]> {
  const ended: Run[] = [];
  for (const alike of groupByColumns(planned)) ended.push(...(await interruptAlike(trx, names, alike)));
  return ended;
}

/** Runs of which the host fills the same columns. */
async function interruptAlike(trx: Queryable, names: Names, planned: readonly PlannedEnd[]): Promise<Run[]> {
  const c = names.run;
  const host = planned[0]?.hostColumns ?? NO_HOST_COLUMNS;
  const plan = planned.map(({ run, finishedAt, hostColumns }) => ({
    run_id: run.id,
    finished_at: finishedAt,
    host: JSON.parse(hostColumns.json) as unknown,
  }));
  const keys = planned.map(({ run }) => ({ [names.plain.run.id]: run.id }));
  const rows = await readRows<RunRow>(
    trx,
    `WITH plan AS (SELECT * FROM jsonb_to_recordset(?::jsonb) AS p(run_id text, finished_at timestamptz, host jsonb)),
     expired AS MATERIALIZED (
       SELECT q.${c.id} AS id, p.finished_at, p.host
         FROM jsonb_populate_recordset(NULL::${names.runs}, ?::jsonb) k
         JOIN ${names.runs} q ON q.${c.id} = k.${c.id} JOIN plan p ON p.run_id = q.${c.id}::text
        WHERE q.${c.status} = 'RUNNING' AND q.${c.lease_expires_at} <= now()
        ORDER BY q.${c.id} FOR UPDATE OF q SKIP LOCKED)
     UPDATE ${names.runs} r
        SET ${c.status} = ${endedStatusSql(names, 'r')}, ${c.finished_at} = e.finished_at, ${c.lease_token} = NULL,
            ${c.lease_expires_at} = NULL, ${c.error} = ${errorSql(names, 'r')}
            ${hostAssignments(names, host, 'e.host')}
       FROM expired e WHERE r.${c.id} = e.id RETURNING ${runJson(names, 'r')}::text AS json`,
    [JSON.stringify(plan), JSON.stringify(keys)],
  );
  return rows.map(toRun);
}
