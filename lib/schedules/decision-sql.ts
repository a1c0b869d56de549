import { type HostColumns, hostColumnList, hostValueList } from '../database/host-columns.ts';
import type { Names } from '../database/names.ts';

/**
 * Locks the schedules that are still due and still as they were decided about, in the one lock order (worker name), and looks
 * whether a fire is there already. A row that an operator's transaction holds is passed over and stays due; one that was
 * edited or moved since, also between this statement's snapshot and its lock, is not in the plan. Inside of coalesce the
 * planner takes the comparison for true of every second row: as it stands it would expect a row or none, and loop over the
 * batch for each row of the batch.
 */
function planSql(names: Names): string {
  return `plan AS MATERIALIZED (
    SELECT p.n, p.worker_name, i.instants[p.next_run_at] AS next_run_at, p.fault, coalesce(p.verdict, 'enqueue') AS verdict,
           p.detail, p.config, p.host, coalesce(i.instants[p.scheduled_at], s.next_run_at) AS at, s.next_run_at AS due_at,
           s.request AS request, s.updated_by_user_id AS user_id, f.worker_name IS NOT NULL AS already
      FROM (SELECT ?::timestamptz[] AS instants) i
     CROSS JOIN unnest(?::text[], ?::int[], ?::int[], ?::int[], ?::int[], ?::text[], ?::text[], ?::text[], ?::text[],
             ?::jsonb[]) WITH ORDINALITY
             AS p(worker_name, version, due_at, scheduled_at, next_run_at, fault, verdict, detail, config, host, n)
      JOIN ${names.schedules} s ON s.worker_name = p.worker_name
      LEFT JOIN ${names.fires} f ON f.worker_name = p.worker_name
             AND f.scheduled_at = i.instants[coalesce(p.scheduled_at, p.due_at)]
     WHERE coalesce(s.version = p.version AND s.next_run_at = i.instants[p.due_at] AND s.next_run_at <= now(), false)
     ORDER BY s.worker_name FOR UPDATE OF s SKIP LOCKED)`;
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
 * The statement that decides a batch: it locks, and writes runs, fires and schedules. Its answer has an array for each column:
 * the numbers of the decisions whose rows it holds, in the plan from 1, what became of each, or null, and its run.
 */
export function decisionsSql(names: Names, host: HostColumns): string {
  return `WITH ${planSql(names)}, ${runsSql(names, host)}, ${settledSql(names)}, ${recordSql(names)}
     SELECT json_build_object('numbers', array_agg(t.n), 'results', array_agg(t.result),
       'run_ids', array_agg(t.run_id))::text AS json
       FROM settled t LEFT JOIN woken ON true HAVING count(*) > 0`;
}
