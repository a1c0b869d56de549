import { quote } from '../lib/database/names.ts';
import type { Names } from '../lib/database/names.ts';
import { indexName } from './index-name.ts';
import type { Step } from './step.ts';

function createSchedules(names: Names): string[] {
  return [
    `CREATE TABLE ${names.schedules} (
      worker_name varchar(255) PRIMARY KEY,
      kind text NOT NULL DEFAULT 'cron',
      enabled boolean NOT NULL,
      cron text,
      timezone text NOT NULL,
      request jsonb,
      next_run_at timestamptz,
      last_enqueued_at timestamptz,
      last_skipped_at timestamptz,
      switched_at timestamptz NOT NULL,
      switched_by text,
      switched_by_user_id text,
      updated_by text,
      updated_by_user_id text,
      created_at timestamptz NOT NULL,
      updated_at timestamptz NOT NULL,
      version int NOT NULL DEFAULT 1,
      fault text,
      CHECK (enabled OR next_run_at IS NULL),
      CHECK ((kind = 'cron') = (cron IS NOT NULL))
    )`,
    `CREATE INDEX ${quote(indexName(names.plain.schedules, 'due'))} ON ${names.schedules} (next_run_at)
      WHERE next_run_at IS NOT NULL`,
  ];
}

/** run_id is text because a host's ledger may count in bigint or in uuid; no foreign keys, so that either side can be pruned. */
function createFires(names: Names): string {
  return `CREATE TABLE ${names.fires} (
    worker_name varchar(255) NOT NULL,
    scheduled_at timestamptz NOT NULL,
    decided_at timestamptz NOT NULL,
    outcome text NOT NULL,
    reason text,
    run_id text,
    coalesced_from timestamptz,
    detail text,
    PRIMARY KEY (worker_name, scheduled_at)
  )`;
}

function createProcesses(names: Names): string[] {
  return [
    `CREATE TABLE ${names.state} (
      id boolean PRIMARY KEY DEFAULT true CHECK (id),
      leader text,
      leader_pid int,
      leading_since timestamptz,
      last_tick_at timestamptz,
      last_error text,
      last_error_at timestamptz,
      deferred jsonb,
      faulty jsonb,
      zone_data_version text
    )`,
    `CREATE TABLE ${names.runners} (
      runner_id text PRIMARY KEY,
      host text NOT NULL,
      pid int NOT NULL,
      workers jsonb NOT NULL,
      started_at timestamptz NOT NULL,
      seen_at timestamptz NOT NULL,
      expires_at timestamptz NOT NULL
    )`,
  ];
}

/** Schedules, their decided occurrences, and who is alive. */
export const agendaStep: Step = {
  name: 'worker_schedules_0002_agenda',
  up: (names) => [...createSchedules(names), createFires(names), ...createProcesses(names)],
  down: (names) => [
    `DROP TABLE IF EXISTS ${names.runners}`,
    `DROP TABLE IF EXISTS ${names.state}`,
    `DROP TABLE IF EXISTS ${names.fires}`,
    `DROP TABLE IF EXISTS ${names.schedules}`,
  ],
};
