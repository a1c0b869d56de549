import { saveSchedule } from '../../lib/schedules/save-schedule.ts';
import type { Answer } from '../answer.ts';
import { preconditionOf } from '../entity-tag.ts';
import type { Call } from '../route.ts';
import { showSchedule } from './show-schedule.ts';

/** What PUT brings. */
export interface ScheduleBody {
  readonly cron: string;
  readonly timezone?: string | undefined;
  readonly enabled?: boolean | undefined;
  readonly request: unknown;
}

/** `PUT /:worker_name/schedule`: creates it (201) or replaces it (200); an identical one writes nothing. */
export async function putSchedule(call: Call<unknown, ScheduleBody>): Promise<Answer> {
  const { settings, workerName, principal, body } = call;
  const input = { workerName, ...body, by: principal, precondition: preconditionOf((name) => call.header(name)) };
  const { schedule, created } = await saveSchedule(settings.knex, input, settings.stores);
  return await showSchedule(call, schedule, created ? 201 : 200);
}
