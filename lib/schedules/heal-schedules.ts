import type { Names } from '../database/names.ts';
import { type Queryable, readRows } from '../database/read-rows.ts';

/** An enabled schedule whose next run is not in the past. */
export interface Sleeper {
  readonly workerName: string;
  readonly cron: string;
  readonly timezone: string;
  readonly nextRunAtText: string | null;
}

interface SleeperRow {
  readonly worker_name: string;
  readonly cron: string;
  readonly timezone: string;
  readonly next_run_at: string | null;
}

/**
 * A page of the enabled schedules that are not due, by worker name: those whose instant lies ahead, and those that lost it
 * to a fault. An instant in the past is an occurrence that is owed and is never recomputed.
 */
export async function readSleepers(
  database: Queryable,
  names: Names,
  page: { readonly afterWorker: string; readonly limit: number },
): Promise<Sleeper[]> {
  const rows = await readRows<SleeperRow>(
    database,
    `SELECT json_build_object('worker_name', s.worker_name, 'cron', s.cron, 'timezone', s.timezone,
       'next_run_at', s.next_run_at)::text AS json
       FROM ${names.schedules} s
      WHERE s.enabled AND s.kind = 'cron' AND s.worker_name > ? AND (s.next_run_at IS NULL OR s.next_run_at > now())
      ORDER BY s.worker_name LIMIT ?`,
    [page.afterWorker, page.limit],
  );
  return rows.map((row) => ({
    workerName: row.worker_name,
    cron: row.cron,
    timezone: row.timezone,
    nextRunAtText: row.next_run_at,
  }));
}

/** One instant to replace, guarded by what was read. */
export interface Healing {
  readonly workerName: string;
  readonly cron: string;
  readonly timezone: string;
  readonly from: string | null;
  readonly to: Date;
}

/**
 * Replaces instants. An operator's edit that came between changed cron, zone, enabled or the instant itself, and then the
 * row is left to it. Returns the workers whose row was written.
 */
export async function writeHealings(trx: Queryable, names: Names, healings: readonly Healing[]): Promise<string[]> {
  return await readRows<string>(
    trx,
    `WITH h AS (SELECT * FROM jsonb_to_recordset(?::jsonb) AS h(worker_name text, cron text, timezone text,
        "from" timestamptz, "to" timestamptz)),
      locked AS MATERIALIZED (
        SELECT s.worker_name, h."to" AS healed_at FROM ${names.schedules} s JOIN h ON h.worker_name = s.worker_name
         WHERE s.enabled AND s.cron = h.cron AND s.timezone = h.timezone AND s.next_run_at IS NOT DISTINCT FROM h."from"
         ORDER BY s.worker_name FOR UPDATE OF s SKIP LOCKED)
     UPDATE ${names.schedules} s SET next_run_at = l.healed_at, fault = NULL
       FROM locked l WHERE s.worker_name = l.worker_name RETURNING to_json(s.worker_name)::text AS json`,
    [
      JSON.stringify(
        healings.map((healing) => ({
          worker_name: healing.workerName,
          cron: healing.cron,
          timezone: healing.timezone,
          from: healing.from,
          to: healing.to.toISOString(),
        })),
      ),
    ],
  );
}
