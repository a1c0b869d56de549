import { WorkProbe } from '../claims/work-probe.ts';
import { serveParent } from '../processes/forked.ts';
import { StartProbe } from '../start/start-probe.ts';
import { answersOf, type ContenderAnswers, type ScheduleOrder, type WorkOrder } from './contender.ts';
import { loadPeer, untilNone } from './load-peer.ts';

/* graphile-worker in a process of its own; the first argument says whether it is tuned. */

interface Runner {
  addJob(task: string, payload: object): Promise<unknown>;
}

interface RunOptions {
  readonly taskList: Readonly<Record<string, () => Promise<void>>>;
  readonly concurrency?: number;
  readonly parsedCronItems?: unknown;
}

interface WorkerUtils {
  addJobs(specs: readonly { identifier: string; payload: object }[]): Promise<unknown>;
  release(): Promise<void>;
}

interface GraphileWorker {
  readonly Logger: new (factory: () => () => void) => object;
  parseCronItems(items: readonly { task: string; match: string; identifier: string }[]): unknown;
  run(options: object): Promise<Runner>;
  makeWorkerUtils(options: object): Promise<WorkerUtils>;
}

/** As its page on performance has it. */
const TUNED = { localQueue: { size: 500 }, completeJobBatchDelay: 0, failJobBatchDelay: 0 };

const url = process.env['DATABASE_URL'] ?? '';
const library = loadPeer<GraphileWorker>('graphile-worker');
const shared = {
  logger: new library.Logger(() => () => undefined),
  ...(process.argv[2] === 'tuned'
    ? { preset: { worker: { ...TUNED, connectionString: url } } }
    : { connectionString: url }),
};

function run(options: RunOptions): Promise<Runner> {
  return library.run({ ...shared, noHandleSignals: true, parsedCronItems: [], ...options });
}

/** The first job is never done, so that none of the others is taken. */
async function schedule({ schedules, cron }: ScheduleOrder): Promise<void> {
  const items = Array.from({ length: schedules }, (_, n) => ({ task: 'wait', match: cron, identifier: `wait-${n}` }));
  const taskList = { wait: () => new Promise<void>(() => undefined) };
  await run({ taskList, parsedCronItems: library.parseCronItems(items) });
}

async function starts(samples: number): Promise<number[]> {
  const probe = new StartProbe();
  const runner = await run({ taskList: { work: () => probe.started() } });
  return await probe.sample(samples, (index) => runner.addJob('work', { index }));
}

async function work({ jobs, concurrency }: WorkOrder): Promise<number> {
  const utils = await library.makeWorkerUtils(shared);
  await utils.addJobs(Array.from({ length: jobs }, (_, index) => ({ identifier: 'work', payload: { index } })));
  await utils.release();
  const probe = new WorkProbe(jobs);
  await run({ taskList: { work: () => probe.started() }, concurrency });
  await probe.allStarted;
  await untilNone(url, 'SELECT count(*) FROM graphile_worker._private_jobs');
  return probe.elapsed();
}

const answers: ContenderAnswers = {
  ready: async () => {
    await run({ taskList: { work: () => Promise.resolve() } });
  },
  schedule,
  starts,
  work,
};
serveParent(answersOf(answers));
