import { WorkProbe } from '../claims/work-probe.ts';
import { serveParent } from '../processes/forked.ts';
import { StartProbe } from '../start/start-probe.ts';
import { answersOf, type ContenderAnswers, type ScheduleOrder, type WorkOrder } from './contender.ts';
import { loadPeer, untilNone } from './load-peer.ts';

/* pg-boss in a process of its own; the first argument says whether it is tuned. */

interface Boss {
  on(event: 'error', listener: (error: unknown) => void): unknown;
  start(): Promise<unknown>;
  createQueue(name: string, options?: object): Promise<void>;
  schedule(name: string, cron: string, data: object, options: { key: string }): Promise<void>;
  send(name: string, data: object): Promise<unknown>;
  insert(name: string, jobs: readonly { data: object }[]): Promise<unknown>;
  work(name: string, options: object, handler: (jobs: readonly unknown[]) => Promise<void>): Promise<unknown>;
}

/** The least that it allows, and wake-ups by the database instead of polling. */
const FASTEST = { cronMonitorIntervalSeconds: 1, cronWorkerIntervalSeconds: 1, useListenNotify: true };
const FASTEST_POLLING = { pollingIntervalSeconds: 0.5 };
/** Batches, fetched one after the other as long as they come back full. */
const BATCHES = { ...FASTEST_POLLING, batchSize: 100, burstWhenBatchFull: true };
const SAVING_AT_A_TIME = 10;

const url = process.env['DATABASE_URL'] ?? '';
const isTuned = process.argv[2] === 'tuned';
const { PgBoss } = loadPeer<{ PgBoss: new (options: object) => Boss }>('pg-boss');

async function start(): Promise<Boss> {
  const boss = new PgBoss({ connectionString: url, ...(isTuned ? FASTEST : {}) });
  boss.on('error', (error) => process.stderr.write(`pg-boss: ${String(error)}\n`));
  await boss.start();
  return boss;
}

/** One queue that nobody works on; each schedule has a key of its own. */
async function schedule({ schedules, cron }: ScheduleOrder): Promise<void> {
  const boss = await start();
  await boss.createQueue('wait');
  for (let from = 0; from < schedules; from += SAVING_AT_A_TIME) {
    const keys = Array.from({ length: Math.min(SAVING_AT_A_TIME, schedules - from) }, (_, n) => `key-${from + n}`);
    await Promise.all(keys.map((key) => boss.schedule('wait', cron, { key }, { key })));
  }
}

async function starts(samples: number): Promise<number[]> {
  const boss = await start();
  const probe = new StartProbe();
  await boss.createQueue('start', { notify: isTuned });
  await boss.work('start', FASTEST_POLLING, () => probe.started());
  return await probe.sample(samples, (index) => boss.send('start', { index }));
}

async function work({ jobs, concurrency }: WorkOrder): Promise<number> {
  const boss = await start();
  await boss.createQueue('work');
  await boss.insert(
    'work',
    Array.from({ length: jobs }, (_, index) => ({ data: { index } })),
  );
  const probe = new WorkProbe(jobs);
  const options = { ...(isTuned ? BATCHES : FASTEST_POLLING), localConcurrency: concurrency };
  await boss.work('work', options, (batch) => probe.started(batch.length));
  await probe.allStarted;
  await untilNone(url, `SELECT count(*) FROM pgboss.job WHERE name = 'work' AND state < 'completed'`);
  return probe.elapsed();
}

const answers: ContenderAnswers = {
  ready: async () => {
    await start();
  },
  schedule,
  starts,
  work,
};
serveParent(answersOf(answers));
