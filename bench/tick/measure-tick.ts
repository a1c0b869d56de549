import { createBenchDatabase } from '../bench-database.ts';
import type { Row, Target } from '../report/row.ts';
import { type BenchRun, numberFrom, numbersFrom, type Section } from '../report/section.ts';
import { takeLead } from './bench-leader.ts';
import { agendasOf, type ComparedTicks, compareTicks } from './compare-ticks.ts';
import type { Agenda } from './seed-due.ts';

const PURE_SQL = 'pure SQL';
/** What is asked of 10,000 schedules, by their pairs of expression and zone. */
const TARGETS: Readonly<Record<number, number>> = { 65: 1.5, 5000: 2 };

/** The tick beside one statement of SQL that writes the same rows. */
export const tickSection: Section = {
  name: 'tick',
  title: 'Deciding everything that is due at once, beside one SQL statement that writes the same rows',
  peers: [],
  measure: measureTick,
};

async function measureTick({ server, isShort }: BenchRun): Promise<Row[]> {
  const rounds = numberFrom('BENCH_ROUNDS', isShort ? 3 : 5);
  const counts = numbersFrom('BENCH_COUNTS', isShort ? [1000, 10_000] : [100, 1000, 10_000, 100_000]);
  const database = await createBenchDatabase({ on: server });
  const leading = await takeLead(database.knex);
  try {
    const rows: Row[] = [];
    for (const agenda of counts.flatMap(agendasOf)) {
      rows.push(rowOf(agenda, await compareTicks(database.knex, leading, { agenda, rounds })));
    }
    return rows;
  } finally {
    await leading.session.close();
    await database.drop();
  }
}

function rowOf({ schedules, pairs }: Agenda, { sql, ticks }: ComparedTicks): Row {
  const [many, different] = [schedules, pairs].map((number) => number.toLocaleString('en'));
  const reach = schedules === 10_000 ? TARGETS[pairs] : undefined;
  const targets: Target[] = reach === undefined ? [] : [{ limit: 'at most', value: reach, beside: PURE_SQL }];
  const values = [
    { contender: 'worker-schedules', value: ticks },
    { contender: PURE_SQL, value: sql },
  ];
  return {
    what: `${many} due, ${different} pairs of expression and zone`,
    unit: 'ms',
    better: 'less',
    values,
    targets,
  };
}
