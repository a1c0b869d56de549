import { createBenchDatabase } from '../bench-database.ts';
import { CONTENDER_NODE } from '../contenders/peers.ts';
import { median } from '../print.ts';
import { Forked } from '../processes/forked.ts';
import { quantile } from '../report/quantile.ts';
import type { Row } from '../report/row.ts';
import { type BenchRun, numberFrom, type Section } from '../report/section.ts';
import type { DueOrder } from './lead-and-listen.ts';

/** How late the leader has decided, by the time at which its commit was over. */
export const lateness: Section = {
  name: 'lateness',
  title: 'From the due instant to the commit of the decision',
  peers: ['graphile-worker'],
  measure: measureLateness,
};

async function measureLateness({ server, isShort }: BenchRun): Promise<Row[]> {
  const alone = numberFrom('BENCH_SAMPLES', isShort ? 20 : 200);
  const together = numberFrom('BENCH_SCHEDULES', 1000);
  const rounds = numberFrom('BENCH_ROUNDS', isShort ? 3 : 5);
  const database = await createBenchDatabase({ on: server });
  const script = new URL('lead-and-listen.ts', import.meta.url);
  const leader = new Forked(script, '', { env: { DATABASE_URL: database.url }, execPath: CONTENDER_NODE });
  try {
    await leader.ask('lead');
    const late = (order: DueOrder): Promise<number[]> => leader.ask<number[]>('late', order);
    const lone = await late({ schedules: 1, times: alone });
    const last = await late({ schedules: together, times: rounds });
    const row = (what: string, value: number, most: number): Row => ({
      ...{ what, unit: 'ms', better: 'less' },
      values: [{ contender: 'worker-schedules', value }],
      targets: [{ limit: 'at most', value: most }],
    });
    const tail = isShort ? [] : [row('a lone schedule, p99', quantile(lone, 0.99), 50)];
    return [
      row('a lone schedule, p50', quantile(lone, 0.5), 5),
      ...tail,
      row(`the last of ${together.toLocaleString('en')} due at once`, median(last), 200),
    ];
  } finally {
    await leader.kill();
    await database.drop();
  }
}
