/** States of a run. QUEUED and RUNNING hold the worker's slot; the others are final. */
export const RUN_STATUSES = ['QUEUED', 'RUNNING', 'SUCCESS', 'FAILED', 'INTERRUPTED', 'CANCELLED'] as const;

export type RunStatus = (typeof RUN_STATUSES)[number];

/** What a runner may report. */
export type Outcome = 'SUCCESS' | 'FAILED' | 'INTERRUPTED';

type Move = 'claim' | 'report' | 'expire' | 'cancel';

/**
 * Every legal move of a run (drawn in docs/run-states.md). A cancel that was requested turns a reported FAILED or
 * INTERRUPTED, and an expired lease, into CANCELLED; work that ended well all the same stays SUCCESS.
 */
export const TRANSITIONS: Readonly<Record<RunStatus, Readonly<Partial<Record<Move, readonly RunStatus[]>>>>> = {
  QUEUED: { claim: ['RUNNING'], cancel: ['CANCELLED'] },
  RUNNING: {
    report: ['SUCCESS', 'FAILED', 'INTERRUPTED', 'CANCELLED'],
    expire: ['INTERRUPTED', 'CANCELLED'],
    cancel: ['RUNNING'],
  },
  SUCCESS: {},
  FAILED: {},
  INTERRUPTED: {},
  CANCELLED: {},
};

/** Whether a run in this state holds its worker's slot. */
export function holdsSlot(status: RunStatus): boolean {
  return status === 'QUEUED' || status === 'RUNNING';
}

/** The state that a reported outcome becomes. */
export function settledStatus(outcome: Outcome, cancelRequested: boolean): RunStatus {
  return cancelRequested && outcome !== 'SUCCESS' ? 'CANCELLED' : outcome;
}
