import { derivedNames, quote } from '../lib/database/identifiers.ts';
import type { Names } from '../lib/database/names.ts';
import type { SchemaFacts } from '../lib/database/schema-facts.ts';
import { change } from './change.ts';
import type { Found, Step } from './step.ts';

/** Names for the index of due schedules, best first. */
export function dueIndexNames({ plain }: Names): readonly [string, string] {
  return derivedNames(plain.schedules, '_due_idx');
}

function dueIndexName(names: Names, { tables }: SchemaFacts): string {
  const [best, other] = dueIndexNames(names);
  return tables[best] === undefined ? best : other;
}

/** Every occurrence moves its row and leaves an entry in the index behind, which is to be cleared away before many gather. */
function createSchedules({ names, facts }: Found): string[] {
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
    ) WITH (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 500)`,
    `CREATE INDEX ${quote(dueIndexName(names, facts))} ON ${names.schedules} (next_run_at)
      WHERE next_run_at IS NOT NULL`,
  ];
}

/** run_id is text because a host's ledger may count in bigint or in uuid; no foreign keys, so that either side can be pruned. */
function createFires({ names }: Found): string[] {
  return [
    `CREATE TABLE ${names.fires} (
    worker_name varchar(255) NOT NULL,
    scheduled_at timestamptz NOT NULL,
    decided_at timestamptz NOT NULL,
    outcome text NOT NULL,
    reason text,
    run_id text,
    coalesced_from timestamptz,
    detail text,
    PRIMARY KEY (worker_name, scheduled_at)
  ) WITH (autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.05)`,
  ];
}

function createState({ names }: Found): string[] {
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
  ];
}

function createRunners({ names }: Found): string[] {
  return [
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

const CREATE = { schedules: createSchedules, fires: createFires, state: createState, runners: createRunners } as const;

/** Schedules, their decided occurrences, and who is alive. */
export const agendaStep: Step = {
  name: 'worker_schedules_0002_agenda',
  transaction: true,
  plan: (found) =>
    (['schedules', 'fires', 'state', 'runners'] as const)
      .filter((table) => found.facts.tables[found.names.plain[table]] === undefined)
      .map((table) => change('table', found.names.plain[table], CREATE[table](found))),
};
