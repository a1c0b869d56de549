import { checkWorker } from '../../lib/schedules/check-schedule.ts';
import { listFires as readFires } from '../../lib/schedules/list-fires.ts';
import { type Answer, jsonAnswer } from '../answer.ts';
import { presentFire } from '../presenters/present-fire.ts';
import type { Call } from '../route.ts';
import { DEFAULT_PAGE } from './list-runs.ts';

interface FireQuery {
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

/** `GET /:worker_name/schedule/fires`: the decided occurrences, newest first; they outlive the schedule. */
export async function listFires({ settings, workerName, query }: Call<FireQuery>): Promise<Answer> {
  const limit = query.limit ?? DEFAULT_PAGE;
  const before = query.cursor === undefined ? undefined : new Date(query.cursor);
  const fires = await readFires(settings.knex, { workerName, limit, before }, settings.stores);
  if (fires.length === 0) checkWorker(workerName, settings.stores);
  const last = fires.length === limit ? fires.at(-1) : undefined;
  return jsonAnswer({ items: fires.map(presentFire), next_cursor: last?.scheduledAt.toISOString() ?? null });
}
