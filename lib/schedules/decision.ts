import type { HostColumns } from '../database/host-columns.ts';
import type { FireReason } from './fire.ts';

/** What the leader decided about one due schedule, before the slot had its say. */
export interface Decision {
  readonly workerName: string;
  /** The version of the schedule that was decided about; another one is left alone. */
  readonly version: number;
  /** `next_run_at` that was decided about, with its microseconds; a row with another one is left alone. */
  readonly dueAtText: string;
  /** The occurrence; null for `next_run_at` itself, which SQL takes with its microseconds. */
  readonly scheduledAt: Date | null;
  /** `next_run_at` as it was, with what a Date holds of it. */
  readonly dueAt: Date;
  /** The next occurrence; null, with a fault, when none can be computed. */
  readonly nextRunAt: Date | null;
  readonly fault: string | null;
  /** `enqueue` asks for the slot; the others write a fire `failed` with the reason. */
  readonly verdict: 'enqueue' | Exclude<FireReason, 'slot_busy' | 'edited' | 'paused' | 'deleted'>;
  readonly detail: string | null;
  /** Configuration of the run as JSON text; null for the request as it is. */
  readonly configJson: string | null;
  /** Values for columns of the host's own in the run's row. */
  readonly hostColumns: HostColumns;
}

export type Result = 'enqueued' | 'skipped' | 'failed' | 'already-decided';

/** What was written for one schedule. */
export interface Written {
  readonly workerName: string;
  readonly result: Result;
  readonly runId: string | null;
  readonly scheduledAt: Date;
  readonly coalescedFrom: Date | null;
  readonly nextRunAt: Date | null;
}
