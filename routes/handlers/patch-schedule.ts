import { patchSchedule as changeSchedule } from '../../lib/schedules/save-schedule.ts';
import type { Answer } from '../answer.ts';
import { preconditionOf } from '../entity-tag.ts';
import type { Call } from '../route.ts';
import type { ScheduleBody } from './put-schedule.ts';
import { showSchedule } from './show-schedule.ts';

/** `PATCH /:worker_name/schedule`: changes the members that it brings; `request` is replaced whole. */
export async function patchSchedule(
  call: Call<unknown, { readonly [Member in keyof ScheduleBody]?: ScheduleBody[Member] | undefined }>,
): Promise<Answer> {
  const { settings, workerName, principal, body } = call;
  const changes = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
  const precondition = preconditionOf((name) => call.header(name));
  const input = { workerName, changes, by: principal, precondition };
  const { schedule } = await changeSchedule(settings.knex, input, settings.stores);
  return await showSchedule(call, schedule);
}
