import type { SchemaPart } from './missing-pieces.ts';
import { type RunColumn, RUN_COLUMNS, type WorkingTable } from './names.ts';

export type Privilege = 'SELECT' | 'INSERT' | 'UPDATE' | 'DELETE';

/**
 * What each kind of process does with each table, and nothing more; locking rows counts as UPDATE, and what a conflict
 * looks at as SELECT. Migrating is not among it: that is the owner's.
 */
export const NEEDED_PRIVILEGES: Readonly<
  Record<SchemaPart, Readonly<Partial<Record<WorkingTable, readonly Privilege[]>>>>
> = {
  api: {
    runs: ['SELECT', 'INSERT', 'UPDATE'],
    schedules: ['SELECT', 'INSERT', 'UPDATE', 'DELETE'],
    fires: ['SELECT', 'INSERT'],
    state: ['SELECT'],
    runners: ['SELECT'],
  },
  scheduler: {
    runs: ['SELECT', 'INSERT', 'UPDATE'],
    schedules: ['SELECT', 'UPDATE'],
    fires: ['SELECT', 'INSERT', 'DELETE'],
    state: ['SELECT', 'INSERT', 'UPDATE'],
  },
  runner: {
    runs: ['SELECT', 'UPDATE'],
    runners: ['SELECT', 'INSERT', 'UPDATE', 'DELETE'],
  },
};

const ENQUEUED: readonly RunColumn[] = [
  ...(['worker_name', 'status', 'trigger', 'requested_by', 'requested_by_user_id', 'request', 'config'] as const),
  ...(['queued_at', 'attempt'] as const),
];

/**
 * Columns of the ledger that each process writes. The ledger is the host's own table, so a right that is given for these
 * columns alone is enough.
 */
const WRITTEN_COLUMNS: Readonly<
  Record<SchemaPart, Readonly<Partial<Record<Exclude<Privilege, 'SELECT'>, readonly RunColumn[]>>>>
> = {
  api: { INSERT: ENQUEUED, UPDATE: ['status', 'finished_at', 'cancel_requested_at'] },
  scheduler: {
    INSERT: [...ENQUEUED, 'scheduled_for', 'finished_at', 'error', 'retry_of', 'not_before'],
    UPDATE: ['status', 'finished_at', 'error', 'lease_token', 'lease_expires_at'],
  },
  runner: {
    UPDATE: [
      ...(['status', 'started_at', 'finished_at', 'error', 'progress'] as const),
      ...(['runner_id', 'lease_token', 'lease_expires_at'] as const),
    ],
  },
};

/** The ledger's columns that a process reads or writes with a privilege. */
export function ledgerColumnsFor(part: SchemaPart, privilege: Privilege): readonly RunColumn[] {
  return privilege === 'SELECT' ? RUN_COLUMNS : (WRITTEN_COLUMNS[part][privilege] ?? []);
}
