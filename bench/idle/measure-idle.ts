import { setTimeout as pause } from 'node:timers/promises';
import { withBenchDatabase } from '../bench-database.ts';
import { BOSS, BOSS_TUNED, type Contender, GRAPHILE, OURS, withContender } from '../contenders/contender.ts';
import type { Row, Value } from '../report/row.ts';
import { type BenchRun, numberFrom, numbersFrom, type Section } from '../report/section.ts';
import { seedMinute } from '../visible/seed-minute.ts';
import { idleCosts } from './idle-costs.ts';

/** What it costs to have nothing to do. */
export const idle: Section = {
  name: 'idle',
  title: 'Having nothing to do',
  peers: ['graphile-worker', 'pg-boss'],
  measure: async (run) => [...(await measureReads(run)), ...(run.isShort ? [] : [await measureProcessors(run)])],
};

/** Pages read by an idle tick; what is compared is one of ours with another. */
async function measureReads({ server, isShort }: BenchRun): Promise<Row[]> {
  return await withBenchDatabase(server, async (database) => {
    const costs = await idleCosts(database.knex, {
      counts: numbersFrom('BENCH_COUNTS', isShort ? [1000, 50_000] : [1000, 100_000, 1_000_000]),
      advances: numberFrom('BENCH_ADVANCES', isShort ? 50_000 : 600_000),
      failed: numberFrom('BENCH_FAILED', isShort ? 50_000 : 1_000_000),
    });
    const [few, ...others] = costs.filter(({ isFirstLook }) => isFirstLook !== true);
    const beside = few?.label ?? '';
    return others.map(({ label, pages }) => ({
      what: `reads of an idle tick, ${label}`,
      unit: 'pages',
      better: 'less',
      values: [
        { contender: OURS.name, value: pages },
        { contender: beside, value: few?.pages ?? NaN },
      ],
      targets: [{ limit: 'at most', value: 1.5, beside }],
    }));
  });
}

/** Processor time of each process, over a minute in which no schedule is due. */
async function measureProcessors(run: BenchRun): Promise<Row> {
  const schedules = numberFrom('BENCH_SCHEDULES', 10_000);
  const values: Value[] = [];
  for (const contender of [OURS, GRAPHILE, BOSS_TUNED, BOSS]) {
    values.push({ contender: contender.name, value: await idleProcessorMs(run, contender, schedules) });
  }
  const what = `a minute of waiting for ${schedules.toLocaleString('en')} schedules: processor time of the process`;
  return { what, unit: 'ms', better: 'less', values, targets: [] };
}

async function idleProcessorMs({ server }: BenchRun, contender: Contender, schedules: number): Promise<number> {
  const seconds = numberFrom('BENCH_IDLE_SECONDS', 60);
  return await withBenchDatabase(server, async (database) => {
    return await withContender(contender, database.url, async (forked) => {
      const due = inTwoDays();
      if (contender === OURS) await seedMinute(database.knex, schedules, due);
      await forked.ask('schedule', { schedules, cron: due.cron });
      // Whatever follows a start is over by then.
      await pause(seconds * 100);
      const before = await forked.ask<number>('cpu');
      await pause(seconds * 1000);
      const used = (await forked.ask<number>('cpu')) - before;
      return (used / 1000 / seconds) * 60;
    });
  });
}

function inTwoDays(): { readonly at: number; readonly cron: string } {
  const at = new Date(Date.now() + 2 * 86_400_000);
  at.setUTCMinutes(0, 0, 0);
  return { at: at.getTime(), cron: `0 ${at.getUTCHours()} ${at.getUTCDate()} * *` };
}
