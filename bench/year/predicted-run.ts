/** A run as the ledger should show it. Instants in milliseconds since 1970. */
export interface PredictedRun {
  readonly scheduledFor: number;
  readonly attempt: number;
  /** Place of the run that this one repeats, among the worker's runs from the oldest. */
  readonly retryOf: number | null;
  readonly queuedAt: number;
  readonly notBefore: number | null;
  status: 'QUEUED' | 'RUNNING' | 'SUCCESS' | 'FAILED' | 'INTERRUPTED';
  finishedAt: number | null;
}

/** A fire as its table should show it; `run` is the place of the run that it names. */
export interface PredictedFire {
  readonly scheduledAt: number;
  readonly decidedAt: number;
  readonly outcome: 'enqueued' | 'skipped';
  readonly coalescedFrom: number | null;
  readonly run: number;
}
