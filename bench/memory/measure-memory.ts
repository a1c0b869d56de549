import { createBenchDatabase } from '../bench-database.ts';
import { CONTENDER_NODE } from '../contenders/peers.ts';
import { Forked } from '../processes/forked.ts';
import type { Row } from '../report/row.ts';
import { type BenchRun, numbersFrom, type Section } from '../report/section.ts';
import { seedMinute } from '../visible/seed-minute.ts';
import type { LeaderMemory } from './lead-and-weigh.ts';

/** What the leader's process holds after it has decided each of its schedules once. */
export const memory: Section = {
  name: 'memory',
  title: 'Memory of the leader',
  peers: ['graphile-worker'],
  measure: measureMemory,
};

async function measureMemory(run: BenchRun): Promise<Row[]> {
  const [few = NaN, many = NaN] = numbersFrom('BENCH_COUNTS', run.isShort ? [1000, 10_000] : [1000, 100_000]);
  const [least, most] = [await weigh(run, few), await weigh(run, many)];
  const label = `${few.toLocaleString('en')} schedules`;
  const what = `leader of ${many.toLocaleString('en')} schedules`;
  const row = (kind: string, bytesOf: (memory: LeaderMemory) => number): Omit<Row, 'targets'> => ({
    ...{ what: `${what}, ${kind}`, unit: 'MB', better: 'less' },
    values: [
      { contender: 'worker-schedules', value: bytesOf(most) / 1e6 },
      { contender: label, value: bytesOf(least) / 1e6 },
    ],
  });
  const slope = (most.heap - least.heap) / (many - few);
  return [
    { ...row('heap in use', ({ heap }) => heap), targets: [{ limit: 'at most', value: 1.1, beside: label }] },
    { ...row('resident', ({ resident }) => resident), targets: [] },
    {
      ...{ what: `${what}, heap that one more costs`, unit: 'bytes', better: 'less', targets: [] },
      values: [{ contender: 'worker-schedules', value: slope }],
    },
  ];
}

async function weigh({ server }: BenchRun, schedules: number): Promise<LeaderMemory> {
  const database = await createBenchDatabase({ on: server });
  const script = new URL('lead-and-weigh.ts', import.meta.url);
  const leader = new Forked(script, '', { env: { DATABASE_URL: database.url }, execPath: CONTENDER_NODE });
  try {
    const at = Math.floor(Date.now() / 60_000) * 60_000;
    await seedMinute(database.knex, schedules, { at, cron: `${new Date(at).getUTCMinutes()} * * * *` });
    return await leader.ask<LeaderMemory>('decide', schedules);
  } finally {
    await leader.kill();
    await database.drop();
  }
}
