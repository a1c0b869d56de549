import { withBenchDatabase } from '../bench-database.ts';
import { BOSS, type Contender, GRAPHILE, OURS, withContender } from '../contenders/contender.ts';
import { inTurns } from '../contenders/in-turns.ts';
import type { Row } from '../report/row.ts';
import { type BenchRun, numberFrom, type Section } from '../report/section.ts';

const CONTENDERS = [OURS, GRAPHILE, BOSS];

/** From the start of a process until its scheduler and its runner are at work. */
export const ready: Section = {
  name: 'ready',
  title: 'From the start of the process to work',
  peers: ['graphile-worker', 'pg-boss'],
  measure: measureReady,
};

async function measureReady({ server, isShort }: BenchRun): Promise<Row[]> {
  const rounds = numberFrom('BENCH_ROUNDS', isShort ? 2 : 5);
  return await withBenchDatabase(server, async ({ url }) => {
    // The first round lets each make its tables.
    for (const contender of CONTENDERS) await millisecondsUntilReady(contender, url);
    const values = await inTurns(CONTENDERS, rounds, (contender) => millisecondsUntilReady(contender, url));
    return [{ what: 'process start to ready', unit: 'ms', better: 'less', values, targets: [] }];
  });
}

async function millisecondsUntilReady(contender: Contender, url: string): Promise<number> {
  const start = performance.now();
  return await withContender(contender, url, async (forked) => {
    await forked.ask('ready');
    return performance.now() - start;
  });
}
