import { getSchedule as readSchedule } from '../../lib/schedules/read-schedule.ts';
import { checkWorker } from '../../lib/schedules/check-schedule.ts';
import { noSchedule } from '../../lib/schedules/save-schedule.ts';
import type { Answer } from '../answer.ts';
import type { Call } from '../route.ts';
import { showSchedule } from './show-schedule.ts';

/** `GET /:worker_name/schedule`; also of a worker that the catalogue no longer names, while it has one. */
export async function getSchedule(call: Call): Promise<Answer> {
  const { knex, stores } = call.settings;
  const schedule = await readSchedule(knex, call.workerName, stores);
  if (schedule !== undefined) return await showSchedule(call, schedule);
  checkWorker(call.workerName, stores);
  throw noSchedule(call.workerName);
}
