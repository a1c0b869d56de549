import type { FireReason } from '../schedules/fire.ts';

/** `starting` until the first session stands, `reconnecting` while the database is away. */
export type SchedulerStatus = 'starting' | 'standby' | 'leading' | 'reconnecting' | 'stopped';

/** A decided occurrence, told after its commit. */
export interface FireEvent {
  readonly workerName: string;
  readonly scheduledAt: Date;
  readonly runId: string | null;
  readonly coalescedFrom: Date | null;
  readonly nextRunAt: Date | null;
}

/** Events of a scheduler; each is told after the commit it speaks of. */
export interface SchedulerEvents {
  status: { readonly status: SchedulerStatus };
  leading: { readonly name: string; readonly backendPid: number };
  standby: { readonly name: string };
  'leadership-lost': { readonly reason: string };
  tick: { readonly now: Date; readonly decided: number; readonly retried: number; readonly interrupted: number };
  enqueued: FireEvent;
  skipped: FireEvent & { readonly reason: 'slot_busy' };
  /** A schedule was skipped 3, 10, 100, … times in a row; `runId` is the run that holds the slot. */
  skipping: { readonly workerName: string; readonly count: number; readonly runId: string | null };
  failed: FireEvent & { readonly reason: FireReason; readonly detail: string | null };
  'already-decided': FireEvent;
  /** Somebody's open transaction holds the slot or the row; the occurrence stays due. */
  deferred: { readonly workerName: string; readonly retryInMs: number };
  /** The decision could not even be written; the worker is left alone for a while. */
  poisoned: { readonly workerName: string; readonly error: unknown; readonly retryInMs: number };
  /** More is due than one tick decides; the rest follows at once. */
  backlog: { readonly decided: number };
  retried: {
    readonly workerName: string;
    readonly runId: string;
    readonly retryOf: string;
    readonly attempt: number;
    readonly notBefore: Date | null;
  };
  'retry-superseded': { readonly workerName: string; readonly runId: string };
  interrupted: { readonly workerName: string; readonly runId: string; readonly status: 'INTERRUPTED' | 'CANCELLED' };
  healed: { readonly workerName: string; readonly from: Date | null; readonly to: Date; readonly reason: HealReason };
  error: { readonly error: unknown; readonly during: string };
  stopped: { readonly name: string };
}

export type HealReason = 'leader_started' | 'clock_stepped_back';
