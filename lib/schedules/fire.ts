/** What was decided about an occurrence. */
export const FIRE_OUTCOMES = ['enqueued', 'skipped', 'failed'] as const;

export type FireOutcome = (typeof FIRE_OUTCOMES)[number];

/** Why an occurrence was skipped or failed; the list is closed. */
export const FIRE_REASONS = [
  'slot_busy',
  'edited',
  'paused',
  'deleted',
  'config_failed',
  'unknown_worker',
  'invalid_request',
  'invalid_schedule',
  'ledger_conflict',
  'write_failed',
] as const;

export type FireReason = (typeof FIRE_REASONS)[number];

/** One decided occurrence. */
export interface Fire {
  readonly workerName: string;
  readonly scheduledAt: Date;
  readonly decidedAt: Date;
  readonly outcome: FireOutcome;
  readonly reason: FireReason | null;
  readonly runId: string | null;
  /** The oldest of several missed occurrences that this one stands for. */
  readonly coalescedFrom: Date | null;
  readonly detail: string | null;
}
