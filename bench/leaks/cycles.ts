import type { Knex } from 'knex';
import { defineCatalogue, type Runner, type SchedulerHandle, startRunner, startScheduler } from '../../lib/index.ts';
import { waitFor } from '../../test/support/wait-for.ts';
import { type Census, expectSame, takeCensus } from './census.ts';
import { heapAfterCollection } from './memory.ts';

/** A host whose pool has one connection, so that every count is the same each time. */
export interface LeakHost {
  readonly host: Knex;
  readonly watch: Knex;
}

export interface CycleOptions {
  readonly count: number;
  /** Cycles between two samples of the memory. */
  readonly every: number;
}

/** Bytes in use, sampled after garbage was collected. */
export type Samples = readonly number[];

const WARM_UP = 5;

const catalogue = defineCatalogue({ idle: { label: 'Idle', request: { '~standard': acceptAll() } } });
const idle = { run: () => Promise.resolve() };

function acceptAll() {
  return { version: 1 as const, vendor: 'bench', validate: (value: unknown) => ({ value }) };
}

/** Starts a scheduler and a runner and stops them, again and again. Throws when anything is left behind after one. */
export async function startAndStop({ host, watch }: LeakHost, options: CycleOptions): Promise<Samples> {
  const cycle = async (): Promise<void> => {
    const started = await start(host);
    await Promise.all([started.scheduler.stop(), started.runner.stop()]);
  };
  return await repeat(cycle, () => takeCensus(host, watch), options);
}

/** Cuts every session of a scheduler and a runner, again and again. Throws when there are more of anything after one. */
export async function reconnect({ host, watch }: LeakHost, options: CycleOptions): Promise<Samples> {
  const { scheduler, runner } = await start(host);
  const cycle = async (): Promise<void> => {
    const cut = await cutSessions(watch);
    await waitFor(async () => scheduler.state === 'leading' && (await newSessions(watch, cut)) === 2, {
      timeoutMs: 30_000,
      what: 'two new sessions',
    });
  };
  try {
    return await repeat(cycle, () => takeCensus(host, watch).then(withoutTimers), options);
  } finally {
    await Promise.all([scheduler.stop(), runner.stop()]);
  }
}

async function start(host: Knex): Promise<{ readonly scheduler: SchedulerHandle; readonly runner: Runner }> {
  const scheduler = await startScheduler(host, { catalogue, name: 'leaks', idleSeconds: 1 });
  const runner = await startRunner(host, { catalogue, workers: { idle } });
  return { scheduler, runner };
}

async function repeat(
  cycle: () => Promise<void>,
  census: () => Promise<Census>,
  { count, every }: CycleOptions,
): Promise<Samples> {
  for (let warm = 0; warm < WARM_UP; warm += 1) await cycle();
  const before = await census();
  const samples: number[] = [];
  for (let done = 1; done <= count; done += 1) {
    await cycle();
    if (done % every !== 0) continue;
    await expectSame(before, census);
    samples.push(heapAfterCollection());
  }
  return samples;
}

/** What works rests on timers of its own, more or fewer from one moment to the next. */
function withoutTimers(census: Census): Census {
  return { ...census, resources: { ...census.resources, Timeout: 0 } };
}

const OURS = `datname = current_database() AND application_name LIKE 'worker-schedules %'`;

/** Ends our sessions. Returns the process ids of their backends. */
async function cutSessions(watch: Knex): Promise<readonly number[]> {
  await waitFor(async () => (await newSessions(watch, [])) === 2, { timeoutMs: 30_000, what: 'two sessions of ours' });
  const { rows } = await watch.raw<{ rows: { pid: number }[] }>(
    `SELECT pid, pg_terminate_backend(pid) FROM pg_stat_activity WHERE ${OURS}`,
  );
  return rows.map(({ pid }) => pid);
}

async function newSessions(watch: Knex, old: readonly number[]): Promise<number> {
  const { rows } = await watch.raw<{ rows: { pid: number }[] }>(`SELECT pid FROM pg_stat_activity WHERE ${OURS}`);
  return rows.filter(({ pid }) => !old.includes(pid)).length;
}
