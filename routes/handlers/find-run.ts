import { WorkerSchedulesError } from '../../lib/errors.ts';
import { getRun as readRun } from '../../lib/ledger/get-run.ts';
import type { Run } from '../../lib/ledger/run.ts';
import type { Call } from '../route.ts';

/** The run that the path names; one of another worker is not found. Throws `no_run`. */
export async function findRun({ settings, workerName, runId }: Call): Promise<Run> {
  const run = await readRun(settings.knex, runId, settings.stores);
  if (run?.workerName === workerName) return run;
  throw new WorkerSchedulesError('no_run', `Worker ${workerName} has no run ${JSON.stringify(runId.slice(0, 40))}.`);
}
