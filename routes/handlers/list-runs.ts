import { listRuns as readRuns } from '../../lib/ledger/list-runs.ts';
import { checkWorker } from '../../lib/schedules/check-schedule.ts';
import { type Answer, jsonAnswer } from '../answer.ts';
import { presentRun } from '../presenters/present-run.ts';
import type { Call } from '../route.ts';

/** `GET /:worker_name/runs`: newest first; also of a worker that the catalogue no longer names, while it has any. */
export async function listRuns(call: Call<{ readonly limit?: number | undefined }>): Promise<Answer> {
  const { settings, workerName, query } = call;
  const filter = { workerName, ...(query.limit === undefined ? {} : { limit: query.limit }) };
  const runs = await readRuns(settings.knex, filter, settings.stores);
  if (runs.length === 0) checkWorker(workerName, settings.stores);
  return jsonAnswer({ items: runs.map(presentRun) });
}
