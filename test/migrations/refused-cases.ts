import type { MigrationFault } from '../../migrations/faults.ts';
import type { LedgerShape } from './archive-host.ts';

/** A ledger that cannot be adopted, and what is said of it. */
export interface RefusedCase {
  readonly what: string;
  readonly shape?: LedgerShape;
  /** What is wrong with the host's ledger. */
  readonly statements: readonly string[];
  readonly code: MigrationFault['code'];
  readonly says: RegExp;
  /** How many rows the fault's own statement finds; without it there is no statement. */
  readonly rows?: number;
}

/** Two runs of one worker in the slot. */
export const TWO_ACTIVE = [
  'DROP INDEX uq_worker_run_active',
  `INSERT INTO archive_worker_runs (worker_name, status, trigger) VALUES ('ner', 'QUEUED', 'CLI'), ('a', 'QUEUED', 'API')`,
];

/** One fault each. */
export const refusedCases: readonly RefusedCase[] = [
  {
    what: 'two active rows of a worker',
    statements: TWO_ACTIVE,
    code: 'two_active_runs',
    says: /more than one queued or running/,
    rows: 2,
  },
  {
    what: 'two active rows where labels are text',
    shape: { labels: 'text', id: 'uuid' },
    statements: TWO_ACTIVE,
    code: 'two_active_runs',
    says: /slot/,
    rows: 2,
  },
  {
    what: 'a status that is not known, as a label of the type',
    statements: [`ALTER TYPE worker_run_status ADD VALUE 'PAUSED'`],
    code: 'unknown_label',
    says: /PAUSED/,
    rows: 0,
  },
  {
    what: 'a status that is not known, in a row',
    shape: { labels: 'text' },
    statements: [
      'ALTER TABLE archive_worker_runs DROP CONSTRAINT ck_status',
      `UPDATE archive_worker_runs SET status = 'ABORTED' WHERE status = 'FAILED'`,
    ],
    code: 'unknown_label',
    says: /status that is not known/,
    rows: 1,
  },
  {
    what: 'a column of another type',
    statements: ['ALTER TABLE archive_worker_runs ALTER queued_at TYPE timestamp, ALTER queued_at SET DEFAULT NULL'],
    code: 'column_misfit',
    says: /queued_at .* timestamp without time zone, where timestamp with time zone is needed/,
  },
  {
    what: 'a column of ours that the host uses for something else',
    statements: ['ALTER TABLE archive_worker_runs ADD COLUMN attempt text'],
    code: 'column_misfit',
    says: /attempt .* is of type text.* names\.runs\.columns\.attempt; one that is not there is added/,
  },
  {
    what: 'a column that takes no NULL where there must be one',
    statements: ['ALTER TABLE archive_worker_runs ADD COLUMN not_before timestamptz NOT NULL DEFAULT now()'],
    code: 'column_misfit',
    says: /not_before .* NOT NULL/,
  },
  {
    what: 'a status that is too short for our labels',
    shape: { labels: 'text' },
    statements: ['ALTER TABLE archive_worker_runs ALTER trigger TYPE varchar(4)'],
    code: 'column_misfit',
    says: /trigger .* takes 4 characters/,
  },
  {
    what: 'a column that is missing and cannot be added',
    statements: ['ALTER TABLE archive_worker_runs RENAME COLUMN worker_name TO worker'],
    code: 'column_missing',
    says: /worker_name .* is missing.* names\.runs\.columns\.worker_name/,
  },
  {
    what: 'ids that nobody gives',
    statements: ['ALTER TABLE archive_worker_runs ALTER id DROP IDENTITY'],
    code: 'column_misfit',
    says: /id .* no default/,
  },
  {
    what: 'ids that do not tell one run',
    statements: ['ALTER TABLE archive_worker_runs DROP CONSTRAINT archive_worker_runs_pkey'],
    code: 'key_missing',
    says: /id .* no primary key/,
  },
  {
    what: 'a retry of another type than the id',
    statements: ['ALTER TABLE archive_worker_runs ADD COLUMN retry_of uuid'],
    code: 'column_misfit',
    says: /retry_of .* another type/,
  },
  {
    what: 'two retries of one run',
    statements: [
      'ALTER TABLE archive_worker_runs ADD COLUMN retry_of integer',
      `UPDATE archive_worker_runs SET retry_of = (SELECT min(id) FROM archive_worker_runs) WHERE status IN ('FAILED', 'INTERRUPTED')`,
    ],
    code: 'retry_chain',
    says: /more than one retry/,
    rows: 1,
  },
  {
    what: 'a retry of a run that is not there',
    statements: [
      'ALTER TABLE archive_worker_runs ADD COLUMN retry_of integer',
      `UPDATE archive_worker_runs SET retry_of = 999 WHERE status = 'FAILED'`,
    ],
    code: 'retry_chain',
    says: /not there/,
    rows: 1,
  },
  {
    what: 'a table of its own under the name of one of ours',
    statements: ['CREATE TABLE archive_worker_schedules (worker_name text PRIMARY KEY, cron text)'],
    code: 'table_foreign',
    says: /archive_worker_schedules .* is not ours: it lacks .*timezone.* names\.schedules/,
  },
  {
    what: 'a table of migrations that is not ours',
    statements: ['CREATE TABLE archive_worker_runs_schedules_migrations (version int)'],
    code: 'table_foreign',
    says: /archive_worker_runs_schedules_migrations/,
  },
  {
    what: 'migrations of its own in the table of ours',
    statements: [
      `CREATE TABLE archive_worker_runs_schedules_migrations
         (id serial PRIMARY KEY, name varchar(255), batch integer, migration_time timestamptz)`,
      `INSERT INTO archive_worker_runs_schedules_migrations (name) VALUES ('20200101_host.js')`,
    ],
    code: 'table_foreign',
    says: /not ours/,
    rows: 1,
  },
];
