import type { Fire } from '../../lib/schedules/fire.ts';
import { instantText } from './instant-text.ts';

/** A decided occurrence as JSON. */
export function presentFire(fire: Fire): object {
  return {
    worker_name: fire.workerName,
    scheduled_at: instantText(fire.scheduledAt),
    decided_at: instantText(fire.decidedAt),
    outcome: fire.outcome,
    reason: fire.reason,
    run_id: fire.runId,
    coalesced_from: instantText(fire.coalescedFrom),
    detail: fire.detail,
  };
}
