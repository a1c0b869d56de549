import knexPackage from 'knex';
import { WorkProbe } from '../claims/work-probe.ts';
import { serveParent } from '../processes/forked.ts';
import { StartProbe } from '../start/start-probe.ts';
import { answersOf, type ContenderAnswers, type WorkOrder } from './contender.ts';
import { loadOurs } from './load-ours.ts';

/* Our scheduler and runner in a process of its own, from the built package. */

/** One worker has one active run, so work is spread over many. */
const WORKERS = 200;

const { defineCatalogue, enqueueRun, startRunner, startScheduler } = await loadOurs();
const knex = knexPackage({
  client: 'pg',
  connection: process.env['DATABASE_URL'] ?? '',
  pool: { min: 0, max: 30 },
});

const request = {
  '~standard': { version: 1 as const, vendor: 'bench', validate: (value: unknown) => ({ value }) },
};
const workerNames = Array.from({ length: WORKERS }, (_, n) => `bench-${n}`);
const catalogue = defineCatalogue(Object.fromEntries(workerNames.map((name) => [name, { label: name, request }])));

function adapters(run: () => Promise<void>): Readonly<Record<string, { run(): Promise<void> }>> {
  return Object.fromEntries(workerNames.map((name) => [name, { run }]));
}

async function starts(samples: number): Promise<number[]> {
  const probe = new StartProbe();
  await startRunner(knex, { catalogue, workers: adapters(() => probe.started()) });
  return await probe.sample(samples, (index) =>
    enqueueRun(knex, { workerName: workerNames[index % WORKERS] ?? '', request: { index } }, { catalogue }),
  );
}

/** Rounds of one run a worker; what is between two rounds is nobody's work and does not count. */
async function work({ jobs, concurrency }: WorkOrder): Promise<number> {
  let probe = new WorkProbe(0);
  let left = 0;
  let finish = (): void => undefined;
  const runner = await startRunner(knex, { catalogue, workers: adapters(() => probe.started()), concurrency });
  runner.on('succeeded', () => {
    left -= 1;
    if (left === 0) finish();
  });
  let milliseconds = 0;
  for (let done = 0; done < jobs; done += WORKERS) {
    const round = workerNames.slice(0, jobs - done);
    probe = new WorkProbe(round.length);
    left = round.length;
    const finished = new Promise<void>((resolve) => (finish = resolve));
    await knex.transaction(async (trx) => {
      for (const workerName of round) await enqueueRun(trx, { workerName, request: { done } }, { catalogue });
    });
    await finished;
    milliseconds += probe.elapsed();
  }
  return milliseconds;
}

const answers: ContenderAnswers = {
  ready: async () => {
    await Promise.all([
      startScheduler(knex),
      startRunner(knex, { catalogue, workers: adapters(() => Promise.resolve()) }),
    ]);
  },
  // The schedules are rows that the parent has written.
  schedule: async () => {
    const { state } = await startScheduler(knex);
    if (state !== 'leading') throw new Error(`The scheduler is ${state} and does not lead.`);
  },
  starts,
  work,
};
serveParent(answersOf(answers));
