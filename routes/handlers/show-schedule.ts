import { getActiveRun } from '../../lib/ledger/get-run.ts';
import { readNow } from '../../lib/schedules/read-schedule.ts';
import type { Schedule } from '../../lib/schedules/schedule.ts';
import { type Answer, jsonAnswer } from '../answer.ts';
import { entityTag } from '../entity-tag.ts';
import { presentSchedule } from '../presenters/present-schedule.ts';
import type { Call } from '../route.ts';

/** The answer that shows a schedule, the same after reading and after writing it. */
export async function showSchedule({ settings }: Call, schedule: Schedule, status = 200): Promise<Answer> {
  const activeRun = await getActiveRun(settings.knex, schedule.workerName, settings.stores);
  const now = await readNow(settings.knex);
  return jsonAnswer(presentSchedule(schedule, { now, activeRun }), {
    status,
    headers: { ETag: entityTag(schedule) },
  });
}
