import type { Run } from '../ledger/run.ts';

/** "worker@instant" for an occurrence, the same for all its attempts; "worker#run" for a run asked for by hand. */
export function occurrenceId(run: Pick<Run, 'id' | 'workerName' | 'scheduledFor'>): string {
  return run.scheduledFor === null
    ? `${run.workerName}#${run.id}`
    : `${run.workerName}@${run.scheduledFor.toISOString()}`;
}
