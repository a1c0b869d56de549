import { type Names, resolveNames } from '../database/names.ts';
import { type Database, execute, type Queryable, readRow, toDate } from '../database/read-rows.ts';
import type { ScheduleOptions } from './schedule-options.ts';

/** A schedule that the leader leaves alone for now, and why. */
export interface HeldBack {
  readonly workerName: string;
  readonly reason: string;
  /** Seconds since it was first left alone. */
  readonly seconds: number;
}

/** What the leader says of itself with each heartbeat. */
export interface LeaderReport {
  readonly leader: string;
  readonly backendPid: number;
  readonly zoneDataVersion: string | null;
  readonly lastError: string | null;
  readonly deferred: readonly HeldBack[];
  readonly faulty: readonly HeldBack[];
}

/** Who leads, since when, and when it last ticked: "idle or dead?". */
export interface SchedulerState {
  readonly leader: string | null;
  readonly backendPid: number | null;
  readonly leadingSince: Date | null;
  readonly lastTickAt: Date | null;
  readonly lastError: string | null;
  readonly lastErrorAt: Date | null;
  readonly zoneDataVersion: string | null;
  readonly deferred: readonly HeldBack[];
  readonly faulty: readonly HeldBack[];
}

/** Writes the leader's heartbeat into the single row; a new leader starts its own `leading_since`. */
export async function writeLeaderReport(trx: Queryable, names: Names, report: LeaderReport): Promise<void> {
  await execute(
    trx,
    `INSERT INTO ${names.state} AS t (id, leader, leader_pid, leading_since, last_tick_at, last_error, last_error_at,
       deferred, faulty, zone_data_version)
     SELECT true, m.leader, m.pid, now(), now(), m.error, CASE WHEN m.error IS NOT NULL THEN now() END, m.deferred, m.faulty,
            m.zone_data
       FROM (SELECT ?::text AS leader, ?::int AS pid, ?::text AS error, ?::jsonb AS deferred, ?::jsonb AS faulty,
                    ?::text AS zone_data) m
     ON CONFLICT (id) DO UPDATE SET
       leading_since = CASE WHEN t.leader = EXCLUDED.leader AND t.leader_pid = EXCLUDED.leader_pid
                            THEN t.leading_since ELSE EXCLUDED.leading_since END,
       leader = EXCLUDED.leader, leader_pid = EXCLUDED.leader_pid, last_tick_at = EXCLUDED.last_tick_at,
       last_error = coalesce(EXCLUDED.last_error, t.last_error),
       last_error_at = coalesce(EXCLUDED.last_error_at, t.last_error_at),
       deferred = EXCLUDED.deferred, faulty = EXCLUDED.faulty, zone_data_version = EXCLUDED.zone_data_version`,
    [
      ...[report.leader, report.backendPid, report.lastError],
      ...[JSON.stringify(report.deferred), JSON.stringify(report.faulty), report.zoneDataVersion],
    ],
  );
}

/** Why a leader cannot tick. `last_tick_at` stays as it is, so that it ages and shows how long this has been so. */
export async function writeLeaderError(
  trx: Queryable,
  names: Names,
  { leader, backendPid, error }: { readonly leader: string; readonly backendPid: number; readonly error: string },
): Promise<void> {
  await execute(
    trx,
    `INSERT INTO ${names.state} AS t (id, leader, leader_pid, leading_since, last_error, last_error_at)
     VALUES (true, ?, ?::int, now(), ?, now())
     ON CONFLICT (id) DO UPDATE SET
       leading_since = CASE WHEN t.leader = EXCLUDED.leader AND t.leader_pid = EXCLUDED.leader_pid
                            THEN t.leading_since ELSE EXCLUDED.leading_since END,
       leader = EXCLUDED.leader, leader_pid = EXCLUDED.leader_pid, last_error = EXCLUDED.last_error,
       last_error_at = EXCLUDED.last_error_at`,
    [leader, backendPid, error],
  );
}

/** Says in the row that nobody leads; written by a leader that stops in order. */
export async function clearLeader(trx: Queryable, names: Names): Promise<void> {
  await execute(trx, `UPDATE ${names.state} t SET leader = NULL, leader_pid = NULL, leading_since = NULL WHERE t.id`);
}

interface StateRow {
  readonly leader: string | null;
  readonly leader_pid: number | null;
  readonly leading_since: string | null;
  readonly last_tick_at: string | null;
  readonly last_error: string | null;
  readonly last_error_at: string | null;
  readonly deferred: readonly HeldBack[] | null;
  readonly faulty: readonly HeldBack[] | null;
  readonly zone_data_version: string | null;
}

/** The state row, or undefined when no scheduler ever led. */
export async function getSchedulerState(
  database: Database,
  options: ScheduleOptions = {},
): Promise<SchedulerState | undefined> {
  const row = await readRow<StateRow>(
    database,
    `SELECT json_build_object('leader', t.leader, 'leader_pid', t.leader_pid, 'leading_since', t.leading_since,
       'last_tick_at', t.last_tick_at, 'last_error', t.last_error, 'last_error_at', t.last_error_at,
       'deferred', t.deferred, 'faulty', t.faulty, 'zone_data_version', t.zone_data_version)::text AS json
       FROM ${resolveNames(options.names).state} t`,
  );
  if (row === undefined) return undefined;
  return {
    leader: row.leader,
    backendPid: row.leader_pid,
    leadingSince: toDate(row.leading_since),
    lastTickAt: toDate(row.last_tick_at),
    lastError: row.last_error,
    lastErrorAt: toDate(row.last_error_at),
    zoneDataVersion: row.zone_data_version,
    deferred: row.deferred ?? [],
    faulty: row.faulty ?? [],
  };
}
