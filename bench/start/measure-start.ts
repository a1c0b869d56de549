import { withBenchDatabase } from '../bench-database.ts';
import { BOSS, BOSS_TUNED, type Contender, GRAPHILE, OURS, withContender } from '../contenders/contender.ts';
import { quantile } from '../report/quantile.ts';
import type { Row, Target } from '../report/row.ts';
import { type BenchRun, numberFrom, type Section } from '../report/section.ts';

/** From the call that enqueues to the start of the handler, in one process that has nothing else to do. */
export const start: Section = {
  name: 'start',
  title: 'From enqueueing to the start of the handler',
  peers: ['graphile-worker', 'pg-boss'],
  measure: measureStart,
};

/** Without notifications, pg-boss looks every half second at most, which a few samples say as well. */
const FEW = 40;

async function measureStart({ server, isShort }: BenchRun): Promise<Row[]> {
  const samples = numberFrom('BENCH_SAMPLES', isShort ? 40 : 200);
  return await withBenchDatabase(server, async (database) => {
    const sample = (contender: Contender, count: number): Promise<number[]> =>
      withContender(contender, database.url, (forked) => forked.ask<number[]>('starts', count));
    const found: (readonly [name: string, times: number[]])[] = [];
    for (const contender of [OURS, GRAPHILE, BOSS_TUNED]) {
      found.push([contender.name, await sample(contender, samples)]);
    }
    if (!isShort) found.push([`${BOSS.name}, polling`, await sample(BOSS, Math.min(samples, FEW))]);
    const row = (share: number, targets: readonly Target[]): Row => ({
      what: `enqueue to start, p${share * 100}`,
      unit: 'ms',
      better: 'less',
      values: found.map(([contender, times]) => ({ contender, value: quantile(times, share) })),
      targets,
    });
    const median = row(0.5, [{ limit: 'at most', value: 10 }]);
    return isShort ? [median] : [median, row(0.99, [])];
  });
}
