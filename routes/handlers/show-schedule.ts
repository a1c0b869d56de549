import { getSlot } from '../../lib/ledger/get-run.ts';
import type { Schedule } from '../../lib/schedules/schedule.ts';
import { type Answer, jsonAnswer } from '../answer.ts';
import { entityTag } from '../entity-tag.ts';
import { presentSchedule } from '../presenters/present-schedule.ts';
import type { Call } from '../route.ts';

/** The answer that shows a schedule, the same after reading and after writing it. */
export async function showSchedule({ settings }: Call, schedule: Schedule, status = 200): Promise<Answer> {
  const slot = await getSlot(settings.knex, schedule.workerName, settings.stores);
  return jsonAnswer(presentSchedule(schedule, slot), {
    status,
    headers: { ETag: entityTag(schedule) },
  });
}
