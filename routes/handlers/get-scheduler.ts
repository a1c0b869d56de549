import { readSchedulerHealth } from '../../lib/schedules/scheduler-health.ts';
import { getSchedulerState } from '../../lib/schedules/scheduler-state.ts';
import { type Answer, jsonAnswer } from '../answer.ts';
import { presentScheduler } from '../presenters/present-scheduler.ts';
import type { Call } from '../route.ts';

/** `GET /-/scheduler`: idle or dead? */
export async function getScheduler({ settings }: Call): Promise<Answer> {
  const state = await getSchedulerState(settings.knex, settings.stores);
  return jsonAnswer(presentScheduler(await readSchedulerHealth(settings.knex, settings.stores), state));
}
