import { findWorker } from '../../lib/catalogue/define-catalogue.ts';
import { listLastRuns } from '../../lib/ledger/list-last-runs.ts';
import { listServedWorkers } from '../../lib/ledger/list-served-workers.ts';
import { listSchedules } from '../../lib/schedules/read-schedule.ts';
import type { Schedule } from '../../lib/schedules/schedule.ts';
import { countUnits } from '../count-units.ts';
import type { Locale } from '../presenters/cron-words.ts';
import { presentWorker } from '../presenters/present-worker.ts';
import type { Call } from '../route.ts';

/** The workers that are shown: their names, and the schedules of those that have one. */
export interface NamedWorkers {
  readonly names: readonly string[];
  readonly schedules: ReadonlyMap<string, Schedule>;
}

/** The workers of the catalogue in its order, then those that only have a schedule left. One query. */
export async function nameWorkers({ settings }: Call): Promise<NamedWorkers> {
  const { knex, catalogue, stores } = settings;
  const schedules = new Map((await listSchedules(knex, stores)).map((schedule) => [schedule.workerName, schedule]));
  return { names: [...new Set([...Object.keys(catalogue.workers), ...schedules.keys()])], schedules };
}

/**
 * Workers as JSON. Two queries whatever their number. The host's counters run after our own queries and cannot take the
 * page down.
 */
export async function showWorkers(
  { settings }: Call,
  { names, schedules }: NamedWorkers,
  locale?: Locale,
): Promise<object[]> {
  const { knex, catalogue, stores, timeoutMs } = settings;
  const runs = new Map((await listLastRuns(knex, names, stores)).map((last) => [last.workerName, last]));
  const served = new Set(await listServedWorkers(knex, stores));
  return await Promise.all(
    names.map(async (name) => {
      const definition = findWorker(catalogue, name);
      return presentWorker({
        name,
        label: definition?.label,
        schedule: schedules.get(name),
        runs: runs.get(name),
        units: await countUnits(definition, timeoutMs / 2),
        runnerAvailable: served.has(name),
        defaultTimezone: stores.defaultTimezone,
        locale,
      });
    }),
  );
}
