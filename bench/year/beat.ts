/** One moment at which the scheduler looked at its tables, and the runners after it. Instants in milliseconds since 1970. */
export interface Beat {
  readonly now: number;
  /** Whether a new leader began with it. */
  readonly leaderStarted: boolean;
  /** The earliest `next_run_at` that stood in the rows afterwards. */
  readonly rowsNext: number;
}

export type DecisionResult = 'enqueued' | 'skipped' | 'already-decided';

/** What was decided about an occurrence when it was due. Instants in milliseconds since 1970. */
export interface Decision {
  readonly scheduledAt: number;
  readonly result: DecisionResult;
  readonly coalescedFrom: number | null;
  /** What `next_run_at` became. */
  readonly nextRunAt: number;
}
