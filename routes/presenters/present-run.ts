import { MAX_ATTEMPTS } from '../../lib/ledger/retry-policy.ts';
import type { Run } from '../../lib/ledger/run.ts';
import { instantText } from './instant-text.ts';

/** Attempts that a run's chain can have: only scheduled runs are retried. */
function maxAttempts(run: Run): number {
  return run.trigger === 'SCHEDULE' ? MAX_ATTEMPTS : 1;
}

/** Seconds from the occurrence to its first run's row; a retry is late on purpose. */
function latenessSeconds({ attempt, queuedAt, scheduledFor }: Run): number | null {
  if (scheduledFor === null || attempt > 1) return null;
  return (queuedAt.getTime() - scheduledFor.getTime()) / 1000;
}

/** A run as JSON. Its lease token is not part of a Run and so can never get here. */
export function presentRun(run: Run): object {
  return {
    id: run.id,
    worker_name: run.workerName,
    status: run.status,
    trigger: run.trigger,
    requested_by: run.requestedBy,
    requested_by_user_id: run.requestedByUserId,
    request: run.request,
    config: run.config,
    queued_at: instantText(run.queuedAt),
    started_at: instantText(run.startedAt),
    finished_at: instantText(run.finishedAt),
    error: run.error,
    runner_id: run.runnerId,
    lease_expires_at: instantText(run.leaseExpiresAt),
    cancel_requested_at: instantText(run.cancelRequestedAt),
    progress: run.progress,
    attempt: run.attempt,
    max_attempts: maxAttempts(run),
    retry_of: run.retryOf,
    not_before: instantText(run.notBefore),
    scheduled_for: instantText(run.scheduledFor),
    lateness_seconds: latenessSeconds(run),
  };
}

/** The run that holds a slot, in a few words. */
export function presentHolder(run: Run): object {
  return {
    id: run.id,
    status: run.status,
    trigger: run.trigger,
    attempt: run.attempt,
    since: instantText(run.startedAt ?? run.queuedAt),
    not_before: instantText(run.notBefore),
  };
}
