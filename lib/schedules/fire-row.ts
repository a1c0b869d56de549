import { toDate } from '../database/read-rows.ts';
import type { Fire, FireOutcome, FireReason } from './fire.ts';

/** A fire as `fireJson` writes it. */
export interface FireRow {
  readonly worker_name: string;
  readonly scheduled_at: string;
  readonly decided_at: string;
  readonly outcome: FireOutcome;
  readonly reason: FireReason | null;
  readonly run_id: string | null;
  readonly coalesced_from: string | null;
  readonly detail: string | null;
}

/** SQL that writes the fire of the table alias `f` as JSON. */
export const fireJson = `json_build_object('worker_name', f.worker_name, 'scheduled_at', f.scheduled_at,
       'decided_at', f.decided_at, 'outcome', f.outcome, 'reason', f.reason, 'run_id', f.run_id,
       'coalesced_from', f.coalesced_from, 'detail', f.detail)`;

/** The one mapper from the table's row to the domain's fire. */
export function toFire(row: FireRow): Fire {
  return {
    workerName: row.worker_name,
    scheduledAt: toDate(row.scheduled_at),
    decidedAt: toDate(row.decided_at),
    outcome: row.outcome,
    reason: row.reason,
    runId: row.run_id,
    coalescedFrom: toDate(row.coalesced_from),
    detail: row.detail,
  };
}
