import type { Names } from '../database/names.ts';
import { toDate } from '../database/read-rows.ts';
import type { RunStatus } from './transitions.ts';

/** How a run can have been asked for. */
export const RUN_TRIGGERS = ['CLI', 'API', 'SCHEDULE'] as const;

export type RunTrigger = (typeof RUN_TRIGGERS)[number];

/** One row of the ledger: one attempt. */
export interface Run<Request = unknown> {
  readonly id: string;
  readonly workerName: string;
  readonly status: RunStatus;
  readonly trigger: RunTrigger;
  readonly requestedBy: string | null;
  readonly requestedByUserId: string | null;
  readonly request: Request;
  readonly config: unknown;
  readonly queuedAt: Date;
  readonly startedAt: Date | null;
  readonly finishedAt: Date | null;
  readonly error: string | null;
  readonly runnerId: string | null;
  readonly leaseExpiresAt: Date | null;
  readonly cancelRequestedAt: Date | null;
  readonly progress: unknown;
  readonly attempt: number;
  readonly retryOf: string | null;
  readonly notBefore: Date | null;
  /** The occurrence that this run answers, copied to its retries; null for runs asked for by hand. */
  readonly scheduledFor: Date | null;
}

/** A run as `runJson` writes it. */
export interface RunRow {
  readonly id: string;
  readonly worker_name: string;
  readonly status: RunStatus;
  readonly trigger: RunTrigger;
  readonly requested_by: string | null;
  readonly requested_by_user_id: string | null;
  readonly request: unknown;
  readonly config: unknown;
  readonly queued_at: string;
  readonly started_at: string | null;
  readonly finished_at: string | null;
  readonly error: string | null;
  readonly runner_id: string | null;
  readonly lease_expires_at: string | null;
  readonly cancel_requested_at: string | null;
  readonly progress: unknown;
  readonly attempt: number;
  readonly retry_of: string | null;
  readonly not_before: string | null;
  readonly scheduled_for: string | null;
}

/** What of a run changes between its claim and its end. */
export type RunEnd = Pick<RunRow, 'status' | 'finished_at' | 'error' | 'cancel_requested_at' | 'progress'>;

/** SQL that writes it as JSON: a third of the run. */
export function endJson({ run: c }: Names, alias: string): string {
  return `json_build_object('status', ${alias}.${c.status}::text, 'finished_at', ${alias}.${c.finished_at},
    'error', ${alias}.${c.error}, 'cancel_requested_at', ${alias}.${c.cancel_requested_at},
    'progress', ${alias}.${c.progress})`;
}

/** SQL that writes the run of a table alias as JSON; the lease token is left out on purpose, it belongs to its runner. */
export function runJson(names: Names, alias: string): string {
  const column = (name: keyof Names['run']): string => `${alias}.${names.run[name]}`;
  const members = [
    `'id', ${column('id')}::text`,
    `'worker_name', ${column('worker_name')}`,
    `'status', ${column('status')}::text`,
    `'trigger', ${column('trigger')}::text`,
    `'requested_by', ${column('requested_by')}`,
    `'requested_by_user_id', ${column('requested_by_user_id')}::text`,
    `'request', ${column('request')}`,
    `'config', ${column('config')}`,
    `'queued_at', ${column('queued_at')}`,
    `'started_at', ${column('started_at')}`,
    `'finished_at', ${column('finished_at')}`,
    `'error', ${column('error')}`,
    `'runner_id', ${column('runner_id')}`,
    `'lease_expires_at', ${column('lease_expires_at')}`,
    `'cancel_requested_at', ${column('cancel_requested_at')}`,
    `'progress', ${column('progress')}`,
    `'attempt', ${column('attempt')}`,
    `'retry_of', ${column('retry_of')}::text`,
    `'not_before', ${column('not_before')}`,
    `'scheduled_for', ${column('scheduled_for')}`,
  ];
  return `json_build_object(${members.join(', ')})`;
}

/** The one mapper from the ledger's row to the domain's run. */
export function toRun(row: RunRow): Run {
  return {
    id: row.id,
    workerName: row.worker_name,
    status: row.status,
    trigger: row.trigger,
    requestedBy: row.requested_by,
    requestedByUserId: row.requested_by_user_id,
    request: row.request,
    config: row.config,
    queuedAt: toDate(row.queued_at),
    startedAt: toDate(row.started_at),
    finishedAt: toDate(row.finished_at),
    error: row.error,
    runnerId: row.runner_id,
    leaseExpiresAt: toDate(row.lease_expires_at),
    cancelRequestedAt: toDate(row.cancel_requested_at),
    progress: row.progress,
    attempt: row.attempt,
    retryOf: row.retry_of,
    notBefore: toDate(row.not_before),
    scheduledFor: toDate(row.scheduled_for),
  };
}

/** A run as it was claimed, and has ended. */
export function toEndedRun(claimed: Run, end: RunEnd): Run {
  return {
    ...claimed,
    status: end.status,
    finishedAt: toDate(end.finished_at),
    error: end.error,
    cancelRequestedAt: toDate(end.cancel_requested_at),
    progress: end.progress,
    leaseExpiresAt: null,
  };
}
