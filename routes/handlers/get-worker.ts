import { findWorker } from '../../lib/catalogue/define-catalogue.ts';
import { getSlot } from '../../lib/ledger/get-run.ts';
import { checkWorker } from '../../lib/schedules/check-schedule.ts';
import { listSilentFires } from '../../lib/schedules/list-silent-fires.ts';
import { getSchedule } from '../../lib/schedules/read-schedule.ts';
import { type Answer, jsonAnswer } from '../answer.ts';
import { entityTag } from '../entity-tag.ts';
import type { Locale } from '../presenters/cron-words.ts';
import { instantText } from '../presenters/instant-text.ts';
import { presentFire } from '../presenters/present-fire.ts';
import { presentSchedule } from '../presenters/present-schedule.ts';
import type { Call } from '../route.ts';
import { readRunPage, type RunQuery } from './list-runs.ts';
import { showWorkers } from './show-workers.ts';

/** Fires are kept this long unless a host says otherwise. */
const FIRE_DAYS = 30;
/** Occurrences that are looked at for those that enqueued nothing. */
const FIRES_READ = 500;
const FIRES_SHOWN = 50;

interface WorkerQuery extends RunQuery {
  readonly locale?: Locale | undefined;
}

/** `GET /:worker_name/overview`: all that a page of one worker shows; also of one that the catalogue no longer names, while it has a schedule or runs. */
export async function getWorker(call: Call<WorkerQuery>): Promise<Answer> {
  const { settings, workerName: name, query } = call;
  const { knex, stores, catalogue } = settings;
  const mayOperate = await call.mayOperate();
  const schedule = await getSchedule(knex, name, stores);
  const runs = await readRunPage(call);
  if (schedule === undefined && runs.items.length === 0) checkWorker(name, stores);
  const schedules = new Map(schedule === undefined ? [] : [[name, schedule]]);
  const [worker] = await showWorkers(call, { names: [name], schedules }, query.locale);
  const slot = await getSlot(knex, name, stores);
  const from = new Date(slot.now.getTime() - FIRE_DAYS * 86_400_000);
  const fires = await listSilentFires(knex, { workerNames: [name], from, limit: FIRES_READ }, stores);
  const surroundings = { ...slot, ...(query.locale === undefined ? {} : { locale: query.locale }) };
  return jsonAnswer({
    now: instantText(slot.now),
    may_operate: mayOperate,
    worker,
    request_schema: findWorker(catalogue, name)?.requestJsonSchema ?? null,
    schedule: schedule === undefined ? null : presentSchedule(schedule, surroundings),
    schedule_etag: schedule === undefined ? null : entityTag(schedule),
    runs,
    silent_fires: fires.slice(0, FIRES_SHOWN).map(presentFire),
  });
}
