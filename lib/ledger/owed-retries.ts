import {
  groupByColumns,
  type HostColumns,
  hostColumnList,
  hostValueList,
  NO_HOST_COLUMNS,
} from '../database/host-columns.ts';
import type { Names, RunColumn } from '../database/names.ts';
import { type Queryable, readRows } from '../database/read-rows.ts';
import { laterRunSql } from './later-run.ts';
import { MAX_ATTEMPTS } from './retry-policy.ts';
import { type Run, type RunRow, runJson, toRun } from './run.ts';

/** A failed run that is owed another attempt. */
export interface OwedRetry {
  readonly runId: string;
  readonly workerName: string;
  readonly attempt: number;
  readonly request: unknown;
}

/**
 * SQL that is true for a run `r` that is owed a retry (docs/adr/0004): a scheduled run that failed within 24 h with attempts
 * left, without a retry row, newest of its worker, whose schedule has been enabled since before it ended. A retry whose
 * configuration failed is itself retried only when its own moment has come.
 */
function owedSql(names: Names): string {
  const c = names.run;
  return `r.${c.trigger} = 'SCHEDULE' AND r.${c.scheduled_for} IS NOT NULL AND r.${c.status} IN ('FAILED', 'INTERRUPTED') AND r.${c.attempt} < ${MAX_ATTEMPTS}
    AND r.${c.finished_at} > now() - interval '24 hours'
    AND (r.${c.not_before} IS NULL OR r.${c.not_before} <= now())
    AND NOT EXISTS (SELECT 1 FROM ${names.runs} x WHERE x.${c.retry_of} = r.${c.id})
    AND NOT ${laterRunSql(names)}
    AND EXISTS (SELECT 1 FROM ${names.schedules} s
      WHERE s.worker_name = r.${c.worker_name} AND s.enabled AND s.switched_at <= r.${c.finished_at})`;
}

/** SQL that is true for a run `r` that is owed a retry and whose worker is none of those in the binding, a list as JSON. */
function openSql(names: Names): string {
  return `${owedSql(names)} AND r.${names.run.worker_name} NOT IN (SELECT jsonb_array_elements_text(?::jsonb))`;
}

/** SQL that is true while a run is owed a retry; it takes what `openSql` takes. In the order of an index, to its first. */
export function anyOwedSql(names: Names): string {
  return `(SELECT 1 FROM ${names.runs} r WHERE ${openSql(names)} ORDER BY r.${names.run.finished_at} LIMIT 1) IS NOT NULL`;
}

/** Runs that are owed a retry, without locking any. */
export async function readOwedRetries(
  database: Queryable,
  names: Names,
  query: { readonly limit: number; readonly except: readonly string[] },
): Promise<OwedRetry[]> {
  const c = names.run;
  const rows = await readRows<{ id: string; worker_name: string; attempt: number; request: unknown }>(
    database,
    `SELECT json_build_object('id', r.${c.id}::text, 'worker_name', r.${c.worker_name}, 'attempt', r.${c.attempt},
       'request', r.${c.request})::text AS json
       FROM ${names.runs} r WHERE ${openSql(names)}
      ORDER BY r.${c.finished_at} LIMIT ?`,
    [JSON.stringify(query.except), query.limit],
  );
  return rows.map((row) => ({
    runId: row.id,
    workerName: row.worker_name,
    attempt: row.attempt,
    request: row.request,
  }));
}

/**
 * Locks the schedules of these workers, in the one lock order, so that a pause or delete comes wholly before or wholly
 * after the retry. Rows that an operator holds are passed over. Returns the workers whose row is held.
 */
export async function lockSchedulesOf(
  trx: Queryable,
  names: Names,
  workerNames: readonly string[],
): Promise<ReadonlySet<string>> {
  const held = await readRows<string>(
    trx,
    `SELECT to_json(s.worker_name)::text AS json FROM ${names.schedules} s
      WHERE s.worker_name IN (SELECT jsonb_array_elements_text(?::jsonb))
      ORDER BY s.worker_name FOR UPDATE OF s SKIP LOCKED`,
    [JSON.stringify(workerNames)],
  );
  return new Set(held);
}

/** A retry row to write. `error` makes it a run that failed at once, because its configuration could not be resolved. */
export interface PlannedRetry {
  readonly runId: string;
  readonly delaySeconds: number;
  readonly configJson: string | null;
  readonly error: string | null;
  /** Values for columns of the host's own in the retry's row. */
  readonly hostColumns: HostColumns;
}

/**
 * Inserts retry rows. What is owed is judged again here, after the schedules were locked; a manual run that took the slot
 * meanwhile ends the chain, and its row is missing from the answer.
 */
export async function insertRetries(trx: Queryable, names: Names, planned: readonly PlannedRetry[]): Promise<Run[]> {
  const inserted: Run[] = [];
  for (const alike of groupByColumns(planned)) inserted.push(...(await insertAlike(trx, names, alike)));
  return inserted;
}

/** What a retry takes over from the run that failed. */
const REPEATED = [
  ...(['id', 'worker_name', 'status', 'trigger', 'requested_by', 'requested_by_user_id', 'request'] as const),
  ...(['attempt', 'scheduled_for'] as const),
] satisfies readonly RunColumn[];

/** Retries that fill the same columns of the host's. */
async function insertAlike(trx: Queryable, names: Names, planned: readonly PlannedRetry[]): Promise<Run[]> {
  const c = names.run;
  const of = (column: (typeof REPEATED)[number]): string => `f.failed_${column}`;
  const host = planned[0]?.hostColumns ?? NO_HOST_COLUMNS;
  const plan = planned.map(({ runId, delaySeconds, configJson, error, hostColumns }) => ({
    run_id: runId,
    delay_seconds: delaySeconds,
    config: configJson,
    error,
    host: JSON.parse(hostColumns.json) as unknown,
  }));
  const keys = planned.map(({ runId }) => ({ [names.plain.run.id]: runId }));
  const rows = await readRows<RunRow>(
    trx,
    `WITH plan AS (SELECT * FROM jsonb_to_recordset(?::jsonb)
       AS p(run_id text, delay_seconds float8, config text, error text, host jsonb)),
     failed AS MATERIALIZED (
       SELECT ${REPEATED.map((column) => `r.${c[column]} AS failed_${column}`).join(', ')}, p.*
         FROM jsonb_populate_recordset(NULL::${names.runs}, ?::jsonb) k
         JOIN ${names.runs} r ON r.${c.id} = k.${c.id} JOIN plan p ON p.run_id = r.${c.id}::text
        WHERE ${owedSql(names)}),
     inserted AS (
       INSERT INTO ${names.runs} AS r (${c.worker_name}, ${c.status}, ${c.trigger}, ${c.requested_by},
         ${c.requested_by_user_id}, ${c.request}, ${c.config}, ${c.queued_at}, ${c.attempt}, ${c.retry_of},
         ${c.not_before}, ${c.scheduled_for}, ${c.finished_at}, ${c.error}${hostColumnList(host)})
       SELECT ${of('worker_name')}, CASE WHEN f.error IS NULL THEN 'QUEUED' WHEN true THEN 'FAILED' ELSE ${of('status')} END,
         ${of('trigger')}, ${of('requested_by')}, ${of('requested_by_user_id')}, ${of('request')},
         coalesce(f.config, 'null')::jsonb, now(), ${of('attempt')} + 1, ${of('id')},
         now() + make_interval(secs => f.delay_seconds), ${of('scheduled_for')},
         CASE WHEN f.error IS NOT NULL THEN now() END, f.error${hostValueList(names, host, 'f.host')}
         FROM failed f ORDER BY ${of('worker_name')}
       ON CONFLICT (${c.worker_name}) WHERE ${c.status} IN ('QUEUED', 'RUNNING') DO NOTHING
       RETURNING ${runJson(names, 'r')}::text AS json)
     SELECT i.json, w.* FROM inserted i
       LEFT JOIN (SELECT pg_notify(?, '') FROM (SELECT 1 FROM inserted LIMIT 1) one) w ON true`,
    [JSON.stringify(plan), JSON.stringify(keys), names.channels.runner],
  );
  return rows.map(toRun);
}

/**
 * Those of these failed runs whose chain a later run of the worker has ended. Read after the retries were inserted, so that
 * a chain that ended for another cause, such as a pause, is not told as one.
 */
export async function readSuperseded(
  database: Queryable,
  names: Names,
  runIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const c = names.run;
  const keys = runIds.map((runId) => ({ [names.plain.run.id]: runId }));
  const superseded = await readRows<string>(
    database,
    `SELECT to_json(r.${c.id}::text)::text AS json
       FROM jsonb_populate_recordset(NULL::${names.runs}, ?::jsonb) k JOIN ${names.runs} r ON r.${c.id} = k.${c.id}
      WHERE NOT EXISTS (SELECT 1 FROM ${names.runs} x WHERE x.${c.retry_of} = r.${c.id})
        AND ${laterRunSql(names)}`,
    [JSON.stringify(keys)],
  );
  return new Set(superseded);
}
