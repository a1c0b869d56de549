import { arrayLiteral } from '../database/array-literal.ts';
import {
  groupByColumns,
  type HostColumns,
  hostColumnList,
  hostValueList,
  NO_HOST_COLUMNS,
} from '../database/host-columns.ts';
import type { Names } from '../database/names.ts';
import { type Queryable, readRow } from '../database/read-rows.ts';
import type { FireReason } from './fire.ts';

/** What the leader decided about one due schedule, before the slot had its say. */
export interface Decision {
  readonly workerName: string;
  /** The occurrence; null for `next_run_at` itself, which SQL takes with its microseconds. */
  readonly scheduledAt: Date | null;
  /** `next_run_at` as it was, with what a Date holds of it. */
  readonly dueAt: Date;
  /** The next occurrence; null, with a fault, when none can be computed. */
  readonly nextRunAt: Date | null;
  readonly fault: string | null;
  /** `enqueue` asks for the slot; the others write a fire `failed` with the reason. */
  readonly verdict: 'enqueue' | Exclude<FireReason, 'slot_busy' | 'edited' | 'paused' | 'deleted'>;
  readonly detail: string | null;
  /** Configuration of the run as JSON text; null for the request as it is. */
  readonly configJson: string | null;
  /** Values for columns of the host's own in the run's row. */
  readonly hostColumns: HostColumns;
}

export type Result = 'enqueued' | 'skipped' | 'failed' | 'already-decided';

/** What was written for one schedule. */
export interface Written {
  readonly workerName: string;
  readonly result: Result;
  readonly runId: string | null;
  readonly scheduledAt: Date;
  readonly coalescedFrom: Date | null;
  readonly nextRunAt: Date | null;
}

/** What was written, one array for each column. */
interface WrittenColumns {
  /** Places in the plan, from 1. */
  readonly numbers: readonly number[];
  readonly results: readonly Result[];
  readonly run_ids: readonly (string | null)[];
}

/** The columns of a plan, in the order of `planSql`. */
function planBindings(decisions: readonly Decision[]): string[] {
  const column = (valueOf: (decision: Decision) => string | null): string => sparseLiteral(decisions.map(valueOf));
  return [
    column(({ workerName }) => workerName),
    column(({ scheduledAt }) => isoOrNull(scheduledAt)),
    column(({ nextRunAt }) => isoOrNull(nextRunAt)),
    column(({ fault }) => fault),
    column(({ verdict }) => (verdict === 'enqueue' ? null : verdict)),
    column(({ detail }) => detail),
    column(({ configJson }) => configJson),
    column(({ hostColumns }) => (hostColumns.columns.length === 0 ? null : hostColumns.json)),
  ];
}

/** A column that is null in every row is an empty array: unnest fills it up. */
function sparseLiteral(values: readonly (string | null)[]): string {
  return values.every((value) => value === null) ? '{}' : arrayLiteral(values);
}

function isoOrNull(instant: Date | null): string | null {
  return instant === null ? null : instant.toISOString();
}

/** The plan joined with the locked rows, and whether a fire is there already: read after the rows were locked. */
function planSql(names: Names): string {
  return `plan AS MATERIALIZED (
    SELECT p.n, p.worker_name, p.next_run_at, p.fault, coalesce(p.verdict, 'enqueue') AS verdict, p.detail, p.config,
           p.host, coalesce(p.scheduled_at, s.next_run_at) AS at, s.next_run_at AS due_at, s.request AS request,
           s.updated_by_user_id AS user_id, f.worker_name IS NOT NULL AS already
      FROM unnest(?::text[], ?::timestamptz[], ?::timestamptz[], ?::text[], ?::text[], ?::text[], ?::text[], ?::jsonb[])
             WITH ORDINALITY AS p(worker_name, scheduled_at, next_run_at, fault, verdict, detail, config, host, n)
      JOIN ${names.schedules} s ON s.worker_name = p.worker_name
      LEFT JOIN ${names.fires} f ON f.worker_name = p.worker_name AND f.scheduled_at = coalesce(p.scheduled_at, s.next_run_at))`;
}

/** The slot's index decides who gets in; a run whose configuration failed is over at once and needs no slot. */
function runsSql(names: Names, host: HostColumns): string {
  const c = names.run;
  const columns = `${c.worker_name}, ${c.status}, ${c.trigger}, ${c.requested_by}, ${c.requested_by_user_id},
    ${c.request}, ${c.config}, ${c.queued_at}, ${c.attempt}, ${c.scheduled_for}${hostColumnList(host)}`;
  const values = (status: string, config: string): string => `p.worker_name, '${status}',
    'SCHEDULE', 'schedule', p.user_id, p.request, ${config}, now(), 1,
    p.at${hostValueList(names, host, 'p.host')}`;
  return `enqueued AS (
    INSERT INTO ${names.runs} AS r (${columns})
    SELECT ${values('QUEUED', `coalesce(p.config::jsonb, p.request, 'null')`)}
      FROM plan p WHERE p.verdict = 'enqueue' AND NOT p.already ORDER BY p.worker_name
    ON CONFLICT (${c.worker_name}) WHERE ${c.status} IN ('QUEUED', 'RUNNING') DO NOTHING
    RETURNING r.${c.id}::text AS id, r.${c.worker_name} AS worker_name),
  stillborn AS (
    INSERT INTO ${names.runs} AS r (${columns}, ${c.finished_at}, ${c.error})
    SELECT ${values('FAILED', `'null'`)}, now(), p.detail
      FROM plan p WHERE p.verdict = 'config_failed' AND NOT p.already ORDER BY p.worker_name
    RETURNING r.${c.id}::text AS id, r.${c.worker_name} AS worker_name)`;
}

/** No result: the slot was refused and its holder is over already; such a row is written nothing and asked once more. */
function settledSql(names: Names): string {
  const c = names.run;
  return `settled AS MATERIALIZED (
    SELECT p.*, coalesce(e.id, b.id, a.${c.id}::text) AS run_id,
      CASE WHEN p.already THEN 'already-decided' WHEN e.id IS NOT NULL THEN 'enqueued'
           WHEN p.verdict <> 'enqueue' THEN 'failed' WHEN a.${c.id} IS NOT NULL THEN 'skipped' END AS result
      FROM plan p
      LEFT JOIN enqueued e ON e.worker_name = p.worker_name
      LEFT JOIN stillborn b ON b.worker_name = p.worker_name
      LEFT JOIN LATERAL (
        SELECT r.${c.id} FROM ${names.runs} r WHERE e.id IS NULL AND p.verdict = 'enqueue'
           AND r.${c.worker_name} = p.worker_name AND r.${c.status} IN ('QUEUED', 'RUNNING') OFFSET 0) a ON true)`;
}

function recordSql(names: Names): string {
  return `fired AS (
    INSERT INTO ${names.fires} (worker_name, scheduled_at, decided_at, outcome, reason, run_id, coalesced_from, detail)
    SELECT t.worker_name, t.at, now(), t.result,
           CASE t.result WHEN 'skipped' THEN 'slot_busy' WHEN 'failed' THEN t.verdict END, t.run_id,
           CASE WHEN t.at <> t.due_at THEN t.due_at END, CASE WHEN t.result = 'failed' THEN t.detail END
      FROM settled t WHERE t.result IN ('enqueued', 'skipped', 'failed')),
  advanced AS (
    UPDATE ${names.schedules} s
       SET next_run_at = t.next_run_at, fault = t.fault,
           last_enqueued_at = CASE WHEN t.result = 'enqueued' THEN t.at ELSE s.last_enqueued_at END,
           last_skipped_at = CASE WHEN t.result = 'skipped' THEN t.at ELSE s.last_skipped_at END
      FROM settled t WHERE s.worker_name = t.worker_name AND t.result IS NOT NULL),
  woken AS (
    SELECT pg_notify(?, '') FROM (SELECT 1 FROM enqueued LIMIT 1) one)`;
}

/**
 * Writes a batch of decisions, runs, fires and schedules, in one statement for all that fill the same columns. The caller has locked the schedules' rows in an
 * earlier statement of the same transaction, so nothing else decides them, and the primary key of the fires gates each
 * occurrence. Rows that come back without a result are missing from the answer: ask for them once more.
 */
export async function writeDecisions(trx: Queryable, names: Names, decisions: readonly Decision[]): Promise<Written[]> {
  const written: Written[] = [];
  for (const alike of groupByColumns(decisions)) written.push(...(await writeAlike(trx, names, alike)));
  return written;
}

/** Decisions whose runs fill the same columns of the host's. */
async function writeAlike(trx: Queryable, names: Names, decisions: readonly Decision[]): Promise<Written[]> {
  const host = decisions[0]?.hostColumns ?? NO_HOST_COLUMNS;
  const written = await readRow<WrittenColumns>(
    trx,
    `WITH ${planSql(names)}, ${runsSql(names, host)}, ${settledSql(names)}, ${recordSql(names)}
     SELECT json_build_object('numbers', array_agg(t.n), 'results', array_agg(t.result),
       'run_ids', array_agg(t.run_id))::text AS json
       FROM settled t LEFT JOIN woken ON true WHERE t.result IS NOT NULL HAVING count(*) > 0`,
    [...planBindings(decisions), names.channels.runner],
  );
  return written === undefined ? [] : toWritten(written, decisions);
}

function toWritten({ numbers, results, run_ids }: WrittenColumns, decisions: readonly Decision[]): Written[] {
  return numbers.flatMap((number, index) => {
    const decision = decisions[number - 1];
    if (decision === undefined) return [];
    const { workerName, scheduledAt, dueAt, nextRunAt } = decision;
    return [
      {
        workerName,
        result: results[index] ?? 'already-decided',
        runId: run_ids[index] ?? null,
        scheduledAt: scheduledAt ?? dueAt,
        coalescedFrom: scheduledAt === null ? null : dueAt,
        nextRunAt,
      },
    ];
  });
}
