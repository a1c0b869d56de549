import { listLastSkips } from '../../lib/schedules/list-last-skips.ts';
import { readSchedulerHealth } from '../../lib/schedules/scheduler-health.ts';
import { getSchedulerState } from '../../lib/schedules/scheduler-state.ts';
import { type Answer, jsonAnswer } from '../answer.ts';
import type { Locale } from '../presenters/cron-words.ts';
import { instantText } from '../presenters/instant-text.ts';
import { presentFire } from '../presenters/present-fire.ts';
import { presentScheduler } from '../presenters/present-scheduler.ts';
import type { Call } from '../route.ts';
import { nameWorkers, showWorkers } from './show-workers.ts';

interface OverviewQuery {
  readonly locale?: Locale | undefined;
}

/** `GET /-/overview`: the workers, the scheduler and what the caller may do. Six queries whatever the number of workers. */
export async function getOverview(call: Call<OverviewQuery>): Promise<Answer> {
  const { knex, stores } = call.settings;
  const mayOperate = await call.mayOperate();
  const state = await getSchedulerState(knex, stores);
  const health = await readSchedulerHealth(knex, stores);
  const skips = await listLastSkips(knex, stores);
  const items = await showWorkers(call, await nameWorkers(call), call.query.locale);
  return jsonAnswer({
    now: instantText(health.now),
    may_operate: mayOperate,
    scheduler: presentScheduler(health, state),
    items,
    last_skips: skips.map(presentFire),
  });
}
