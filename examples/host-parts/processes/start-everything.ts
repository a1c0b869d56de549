import type { Knex } from 'knex';
import { listSchedules } from 'worker-schedules';
import { clock, say, sayOf, until } from '../console/say.ts';
import { connect, type Database, openDatabase } from '../database/database.ts';
import { prepareDatabase } from '../database/prepare-database.ts';
import { whenDatabaseAnswers } from '../database/when-database-answers.ts';
import { mountPath, panelPath } from '../mount-path.ts';
import { wantedPort } from '../roles/listen.ts';
import { KeptProcess } from './keep-process.ts';
import { aborted, stopSignal } from './stop-signal.ts';

/** Starts the database, the API, the scheduler and the runner, and ends them in the right order. */
export async function startEverything(hostName: string): Promise<void> {
  const stopping = stopSignal();
  // A port that is none is said before anything is started.
  wantedPort();
  const database = await openDatabase(hostName);
  say('database', database.description);
  try {
    await prepare(connect(database.url, `${hostName} host`), stopping);
    if (!stopping.aborted) await runProcesses(database, stopping);
  } finally {
    await database.stop();
    say('host', 'everything has stopped');
  }
}

async function prepare(knex: Knex, stopping: AbortSignal): Promise<void> {
  try {
    const work = async () => {
      await prepareDatabase(knex);
      return await listSchedules(knex);
    };
    const schedules = (await whenDatabaseAnswers(work, { who: 'host', stopping })) ?? [];
    for (const { workerName, cron, timezone, nextRunAt } of schedules) {
      sayOf('host', workerName, `scheduled "${cron}" in ${timezone}, ${when(nextRunAt)}`);
    }
  } finally {
    await knex.destroy();
  }
}

function when(nextRunAt: Date | null): string {
  if (nextRunAt === null) return 'paused';
  const isDue = nextRunAt.getTime() <= Date.now();
  return isDue ? `due since ${clock(nextRunAt)}` : `next ${clock(nextRunAt)} (${until(nextRunAt)})`;
}

async function runProcesses({ url }: Database, stopping: AbortSignal): Promise<void> {
  const env = { DATABASE_URL: url };
  const web = new KeptProcess('web', env, stopping);
  const scheduler = new KeptProcess('scheduler', env, stopping);
  const address = await Promise.race([web.address(), aborted(stopping)]);
  const runner = address === undefined ? undefined : startRunner(address, env, stopping);
  await aborted(stopping);
  say('host', 'stops: the API and the runner first, then the scheduler, the database last');
  await Promise.all([web.stop(), runner?.stop()]);
  await scheduler.stop();
}

/** The runner calls the API process, so it has to know its address. */
function startRunner(address: string, env: Readonly<Record<string, string>>, stopping: AbortSignal): KeptProcess {
  say('host', `try: curl -H 'Authorization: Bearer demo-operator' ${address}${mountPath}`);
  say('host', `the panel: ${address}${panelPath}`);
  say('host', 'Ctrl-C stops everything');
  return new KeptProcess('runner', { ...env, FLAKY_URL: `${address}/flaky` }, stopping);
}
