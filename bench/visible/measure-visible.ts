import { type BenchDatabase, withBenchDatabase } from '../bench-database.ts';
import { BOSS, BOSS_TUNED, type Contender, GRAPHILE, OURS, withContender } from '../contenders/contender.ts';
import { median } from '../print.ts';
import type { Row, Value } from '../report/row.ts';
import { type BenchRun, numberFrom, type Section } from '../report/section.ts';
import { millisecondsUntilVisible } from './count-visible.ts';
import { dueMinute, dueSoon } from './due-minute.ts';
import { seedMinute } from './seed-minute.ts';

/** From the instant at which they are due until all schedules have become rows that others see. */
export const visible: Section = {
  name: 'visible',
  title: 'All schedules of one minute visible as work',
  peers: ['graphile-worker', 'pg-boss'],
  waitsForMinute: true,
  measure: measureVisible,
};

/** Takes away what an earlier round of the same contender has left. */
const CLEARED: Readonly<Record<Contender['script'], string>> = {
  ours: 'TRUNCATE worker_schedules, worker_schedule_fires, worker_runs',
  'graphile-worker': 'DROP SCHEMA IF EXISTS graphile_worker CASCADE',
  'pg-boss': 'DROP SCHEMA IF EXISTS pgboss CASCADE',
};

/** What a contender needed: milliseconds until all was visible (null: given up), and of its processor. */
interface Measured {
  readonly milliseconds: number | null;
  readonly cpu: number;
}

interface Trial {
  readonly database: BenchDatabase;
  readonly contender: Contender;
  readonly schedules: number;
  readonly patienceMs: number;
  readonly isShort: boolean;
}

const CONTENDERS = [OURS, GRAPHILE, BOSS_TUNED, BOSS];

async function measureVisible({ server, isShort }: BenchRun): Promise<Row[]> {
  const schedules = numberFrom('BENCH_SCHEDULES', isShort ? 3000 : 10_000);
  const patienceMs = numberFrom('BENCH_PATIENCE_SECONDS', 300) * 1000;
  return await withBenchDatabase(server, async (database) => {
    const again = numberFrom('BENCH_ROUNDS', isShort ? 1 : 3);
    // pg-boss waits for its timers alone, so one round says all; in the short form there is no time for it.
    const plan = [
      ...Array.from({ length: again }, () => [GRAPHILE, OURS]).flat(),
      ...(isShort ? [] : [BOSS_TUNED, BOSS]),
    ];
    const found = new Map<string, Measured[]>();
    for (const contender of plan) {
      const measured = await measureOne({ database, contender, schedules, patienceMs, isShort });
      found.set(contender.name, [...(found.get(contender.name) ?? []), measured]);
    }
    return rowsOf(found, { schedules, patienceMs });
  });
}

async function measureOne({ database, contender, schedules, patienceMs, isShort }: Trial): Promise<Measured> {
  const { knex, url } = database;
  const { script } = contender;
  await knex.raw(CLEARED[script]);
  return await withContender(contender, url, async (forked) => {
    const isOurs = script === 'ours';
    const due = isOurs && isShort ? dueSoon(Date.now()) : dueMinute(Date.now(), script === 'pg-boss' ? schedules : 0);
    if (isOurs) await seedMinute(knex, schedules, due);
    await forked.ask('schedule', { schedules, cron: due.cron });
    if (Date.now() > due.at - 1000) throw new Error(`${contender.name} was not ready in time for ${due.cron}.`);
    const before = await forked.ask<number>('cpu');
    const milliseconds = await millisecondsUntilVisible(knex, { script, count: schedules, dueAt: due.at, patienceMs });
    return { milliseconds, cpu: ((await forked.ask<number>('cpu')) - before) / 1000 };
  });
}

function rowsOf(
  found: ReadonlyMap<string, readonly Measured[]>,
  { schedules, patienceMs }: Pick<Trial, 'schedules' | 'patienceMs'>,
): Row[] {
  const measured = CONTENDERS.flatMap(({ name }) => {
    const rounds = found.get(name);
    return rounds === undefined ? [] : [[name, rounds] as const];
  });
  const times = measured.map(([contender, rounds]): Value => {
    const known = rounds.flatMap(({ milliseconds }) => milliseconds ?? []);
    if (known.length < rounds.length) return { contender, value: patienceMs, isMoreThan: true };
    return { contender, value: median(known) };
  });
  const cpu = measured.map(
    ([contender, rounds]): Value => ({ contender, value: median(rounds.map((each) => each.cpu)) }),
  );
  const what = `${schedules.toLocaleString('en')} schedules of one minute`;
  const targets = [
    { limit: 'at least', value: 15, beside: GRAPHILE.name },
    { limit: 'at least', value: 300, beside: BOSS_TUNED.name },
  ] as const;
  return [
    {
      ...{ what: `${what}: all visible after`, unit: 'ms', better: 'less', values: times },
      targets: targets.filter(({ beside }) => found.has(beside)),
    },
    { what: `${what}: processor time of the process`, unit: 'ms', better: 'less', values: cpu, targets: [] },
  ];
}
