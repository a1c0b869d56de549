import { deleteSchedule as removeSchedule } from '../../lib/schedules/delete-schedule.ts';
import { type Answer, emptyAnswer } from '../answer.ts';
import { preconditionOf } from '../entity-tag.ts';
import type { Call } from '../route.ts';

/** `DELETE /:worker_name/schedule`: 204 whether there was one or not; runs stay, and so does a queued retry. */
export async function deleteSchedule(call: Call): Promise<Answer> {
  const { settings, workerName } = call;
  const precondition = preconditionOf((name) => call.header(name));
  await removeSchedule(settings.knex, { workerName, precondition }, settings.stores);
  return emptyAnswer();
}
