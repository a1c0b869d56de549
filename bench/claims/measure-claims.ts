import { withBenchDatabase } from '../bench-database.ts';
import {
  BOSS_TUNED,
  type Contender,
  GRAPHILE,
  GRAPHILE_TUNED,
  OURS,
  withContender,
  type WorkOrder,
} from '../contenders/contender.ts';
import { inTurns } from '../contenders/in-turns.ts';
import type { Row, Target } from '../report/row.ts';
import { type BenchRun, numberFrom, type Section } from '../report/section.ts';
import { measureClaimCost } from './measure-claim-cost.ts';

/** Claims and reports of work that does nothing. */
export const claims: Section = {
  name: 'claims',
  title: 'Claiming and reporting work that does nothing',
  peers: ['graphile-worker', 'pg-boss'],
  measure: async (run) => [...(await measureClaims(run)), ...(run.isShort ? [] : await measureClaimCost(run))],
};

const CONTENDERS = [OURS, GRAPHILE, GRAPHILE_TUNED, BOSS_TUNED];
/** What is asked at this concurrency. */
const TARGETS: Readonly<Record<number, Target>> = { 10: { limit: 'at least', value: 1, beside: GRAPHILE.name } };

async function measureClaims(run: BenchRun): Promise<Row[]> {
  const jobs = numberFrom('BENCH_JOBS', run.isShort ? 1000 : 2000);
  const rounds = numberFrom('BENCH_ROUNDS', run.isShort ? 1 : 3);
  const rows: Row[] = [];
  for (const concurrency of run.isShort ? [10] : [1, 10]) {
    const values = await inTurns(CONTENDERS, rounds, (contender) => rateOf(run, contender, { jobs, concurrency }));
    const target = TARGETS[concurrency];
    rows.push({
      what: `claim and report, concurrency ${concurrency}`,
      unit: 'per second',
      better: 'more',
      values,
      targets: target === undefined ? [] : [target],
    });
  }
  return rows;
}

/** Of one contender, on tables of its own that hold nothing else. */
async function rateOf({ server }: BenchRun, contender: Contender, order: WorkOrder): Promise<number> {
  return await withBenchDatabase(server, async ({ url }) => {
    const took = await withContender(contender, url, (forked) => forked.ask<number>('work', order));
    return (order.jobs / took) * 1000;
  });
}
