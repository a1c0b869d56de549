import { WorkerSchedulesError } from '../errors.ts';
import type { Run } from './run.ts';

/** The worker has a QUEUED or RUNNING run already; `run` is that run. */
export class SlotBusyError extends WorkerSchedulesError {
  readonly run: Run;

  constructor(run: Run) {
    const wait = run.notBefore === null ? '' : `, not before ${run.notBefore.toISOString()}`;
    super('slot_busy', `Worker ${run.workerName} is busy: run ${run.id} is ${run.status}${wait}.`, {
      details: { runId: run.id, status: run.status, notBefore: run.notBefore?.toISOString() ?? null },
    });
    this.name = 'SlotBusyError';
    this.run = run;
  }
}
