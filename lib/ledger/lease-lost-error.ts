import { hasCode, WorkerSchedulesError } from '../errors.ts';
import type { RunStatus } from './transitions.ts';

/** A renewal, progress or report came without a valid lease; nothing was changed. `status` is the run's state now. */
export class LeaseLostError extends WorkerSchedulesError {
  readonly runId: string;
  readonly status: RunStatus | null;

  constructor(runId: string, status: RunStatus | null) {
    super(
      'lease_lost',
      `The lease of run ${runId} is over or belongs to somebody else (the run is ${status ?? 'gone'}); nothing was changed.`,
      { details: { runId, status } },
    );
    this.name = 'LeaseLostError';
    this.runId = runId;
    this.status = status;
  }
}

/** Whether a lease was refused, told by the code: the error may come from another copy of the package. */
export function isLeaseLost(error: unknown): error is LeaseLostError {
  return hasCode(error, 'lease_lost');
}
