import type { Catalogue } from '../../lib/catalogue/define-catalogue.ts';
import { listLastRuns } from '../../lib/ledger/list-last-runs.ts';
import { listServedWorkers } from '../../lib/ledger/list-served-workers.ts';
import { listSchedules } from '../../lib/schedules/read-schedule.ts';
import { type Answer, jsonAnswer } from '../answer.ts';
import { countUnits } from '../count-units.ts';
import { presentWorker, type WorkerView } from '../presenters/present-worker.ts';
import type { Call } from '../route.ts';

type Shown = Omit<WorkerView, 'units'>;

function definitionOf(catalogue: Catalogue, name: string): Catalogue['workers'][string] | undefined {
  return Object.hasOwn(catalogue.workers, name) ? catalogue.workers[name] : undefined;
}

/**
 * The workers of the catalogue in its order, then those that only have a schedule left. Three queries whatever their
 * number.
 */
async function readWorkers({ settings }: Call): Promise<Shown[]> {
  const { knex, catalogue, stores } = settings;
  const schedules = new Map((await listSchedules(knex, stores)).map((schedule) => [schedule.workerName, schedule]));
  const names = [...new Set([...Object.keys(catalogue.workers), ...schedules.keys()])];
  const runs = new Map((await listLastRuns(knex, names, stores)).map((last) => [last.workerName, last]));
  const served = new Set(await listServedWorkers(knex, stores));
  return names.map((name) => ({
    name,
    label: definitionOf(catalogue, name)?.label,
    schedule: schedules.get(name),
    runs: runs.get(name),
    runnerAvailable: served.has(name),
    defaultTimezone: stores.defaultTimezone,
  }));
}

/** `GET /`: every worker. The host's counters run after our own queries and cannot take the page down. */
export async function listWorkers(call: Call): Promise<Answer> {
  const { catalogue, timeoutMs } = call.settings;
  const items = await Promise.all(
    (await readWorkers(call)).map(async (worker) => {
      const units = await countUnits(definitionOf(catalogue, worker.name), timeoutMs / 2);
      return presentWorker({ ...worker, units });
    }),
  );
  return jsonAnswer({ items });
}
