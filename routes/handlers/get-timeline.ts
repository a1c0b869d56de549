import { findWorker } from '../../lib/catalogue/define-catalogue.ts';
import { listRecentRuns } from '../../lib/ledger/list-recent-runs.ts';
import { listSilentFires } from '../../lib/schedules/list-silent-fires.ts';
import { readNow } from '../../lib/schedules/read-schedule.ts';
import { type Answer, jsonAnswer } from '../answer.ts';
import { instantText } from '../presenters/instant-text.ts';
import { presentTimelineItem } from '../presenters/present-timeline.ts';
import { ProblemError } from '../problem.ts';
import type { Call } from '../route.ts';
import { nameWorkers } from './show-workers.ts';

const DAY = 86_400_000;
/** The widest window, in milliseconds. */
const WIDEST = 2 * DAY;
/** Marks of one kind in a whole picture; each worker gets its share, but never fewer than `FEWEST` nor more than `MOST`. */
const MARKS = 6000;
const FEWEST = 12;
const MOST = 200;

interface TimelineQuery {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

function windowOf({ from, to }: TimelineQuery, now: Date): { from: Date; to: Date } {
  const window = {
    from: from === undefined ? new Date(now.getTime() - DAY) : new Date(from),
    to: to === undefined ? new Date(now.getTime() + DAY) : new Date(to),
  };
  const width = window.to.getTime() - window.from.getTime();
  if (width > 0 && width <= WIDEST) return window;
  const message = 'to: must be later than from, by at most 48 hours.';
  throw new ProblemError('invalid_query', message, { fields: [{ path: 'to', code: 'invalid_window', message }] });
}

function byWorker<Item extends { readonly workerName: string }>(items: readonly Item[]): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const group = groups.get(item.workerName);
    if (group === undefined) groups.set(item.workerName, [item]);
    else group.push(item);
  }
  return groups;
}

/** `GET /-/timeline`: what every worker did and will do within a window. Four queries whatever the number of workers. */
export async function getTimeline(call: Call<TimelineQuery>): Promise<Answer> {
  const { knex, stores, catalogue } = call.settings;
  const mayOperate = await call.mayOperate();
  const now = await readNow(knex);
  const { from, to } = windowOf(call.query, now);
  const { names: workerNames, schedules } = await nameWorkers(call);
  const limit = Math.min(MOST, Math.max(FEWEST, Math.floor(MARKS / Math.max(1, workerNames.length))));
  const runs = byWorker(await listRecentRuns(knex, { workerNames, from, limit }, stores));
  const fires = byWorker(await listSilentFires(knex, { workerNames, from, limit: 2 * limit }, stores));
  const items = workerNames.map((name) =>
    presentTimelineItem({
      name,
      label: findWorker(catalogue, name)?.label ?? name,
      schedule: schedules.get(name),
      runs: runs.get(name) ?? [],
      fires: fires.get(name) ?? [],
      window: { now, from, to, limit },
    }),
  );
  return jsonAnswer({
    now: instantText(now),
    from: instantText(from),
    to: instantText(to),
    may_operate: mayOperate,
    items,
  });
}
