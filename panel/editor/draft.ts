import type { ScheduleJson, WorkerPageJson } from '../../routes/client/index.ts';
import { fieldOf, firstValue } from './json-schema.ts';

/** A schedule as it is being written. */
export interface Draft {
  readonly cron: string;
  readonly timezone: string;
  readonly enabled: boolean;
  /** The request as JSON text, whether it is whole or not. */
  readonly text: string;
}

/** The draft that changes nothing. */
export function draftOf({ schedule, worker, request_schema: schema }: WorkerPageJson): Draft {
  if (schedule !== null) return draftOfSchedule(schedule);
  const text = JSON.stringify(firstValue(fieldOf(schema)), null, 2);
  return { cron: '0 9 * * *', timezone: worker.default_timezone, enabled: true, text };
}

/** A stored schedule as a draft. */
export function draftOfSchedule({ cron, timezone, enabled, request }: ScheduleJson): Draft {
  return { cron, timezone, enabled, text: JSON.stringify(request, null, 2) };
}

/** Whether saving a draft computes the next run anew: exactly when what says when it is has changed. */
export function movesNextRun(draft: Draft, schedule: ScheduleJson | null): boolean {
  if (schedule === null) return true;
  return draft.cron !== schedule.cron || draft.timezone !== schedule.timezone || draft.enabled !== schedule.enabled;
}
