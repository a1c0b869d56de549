import type { WorkingTable } from './names.ts';

/** A table of ours: its columns with the types that they must have, and what its primary key is made of. */
export interface TableWish {
  readonly columns: Readonly<Record<string, string>>;
  readonly primaryKey: readonly string[];
}

const INSTANT = 'timestamp with time zone';
const NAME = 'character varying';

/** Our own tables besides the ledger. */
export const AGENDA_SHAPE: Readonly<Record<Exclude<WorkingTable, 'runs'>, TableWish>> = {
  schedules: {
    columns: {
      ...{ worker_name: NAME, kind: 'text', enabled: 'boolean', cron: 'text', timezone: 'text', request: 'jsonb' },
      ...{ next_run_at: INSTANT, last_enqueued_at: INSTANT, last_skipped_at: INSTANT, switched_at: INSTANT },
      ...{ switched_by: 'text', switched_by_user_id: 'text', updated_by: 'text', updated_by_user_id: 'text' },
      ...{ created_at: INSTANT, updated_at: INSTANT, version: 'integer', fault: 'text' },
    },
    primaryKey: ['worker_name'],
  },
  fires: {
    columns: {
      ...{ worker_name: NAME, scheduled_at: INSTANT, decided_at: INSTANT, outcome: 'text', reason: 'text' },
      ...{ run_id: 'text', coalesced_from: INSTANT, detail: 'text' },
    },
    primaryKey: ['worker_name', 'scheduled_at'],
  },
  state: {
    columns: {
      ...{ id: 'boolean', leader: 'text', leader_pid: 'integer', leading_since: INSTANT, last_tick_at: INSTANT },
      ...{ last_error: 'text', last_error_at: INSTANT, deferred: 'jsonb', faulty: 'jsonb', zone_data_version: 'text' },
    },
    primaryKey: ['id'],
  },
  runners: {
    columns: {
      ...{ runner_id: 'text', host: 'text', pid: 'integer', workers: 'jsonb', started_at: INSTANT },
      ...{ seen_at: INSTANT, expires_at: INSTANT },
    },
    primaryKey: ['runner_id'],
  },
};
