import { loadavg } from 'node:os';
import { createBenchDatabase } from './bench-database.ts';
import { machine, print, tableRow } from './print.ts';
import { takeLead } from './tick/bench-leader.ts';
import { agendasOf, type ComparedTicks, compareTicks } from './tick/compare-ticks.ts';
import type { Agenda } from './tick/seed-due.ts';

/* The tick alone, in medians of BENCH_ROUNDS rounds, for the numbers of due schedules in BENCH_COUNTS. */
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5);
const COUNTS = (process.env['BENCH_COUNTS'] ?? '100,1000,10000,100000').split(',').map(Number);

await main();

async function main(): Promise<void> {
  const database = await createBenchDatabase();
  const { knex } = database;
  const leading = await takeLead(knex);
  try {
    const load = loadavg()[0]?.toFixed(1) ?? '?';
    print(`${machine()}, PostgreSQL ${database.version}, load ${load}, medians of ${ROUNDS} rounds`);
    print(tableRow('due at once', ['SQL ms', 'tick ms', 'ratio', 'per second']));
    for (const agenda of COUNTS.flatMap(agendasOf)) {
      printCompared(agenda, await compareTicks(knex, leading, { agenda, rounds: ROUNDS }));
    }
  } finally {
    await leading.session.close();
    await database.drop();
  }
}

function printCompared({ schedules, pairs }: Agenda, { sql, ticks }: ComparedTicks): void {
  const label = `${schedules.toLocaleString('en')} schedules, ${pairs.toLocaleString('en')} pairs`;
  const perSecond = Math.round((schedules / ticks) * 1000).toLocaleString('en');
  print(tableRow(label, [sql.toFixed(1), ticks.toFixed(1), (ticks / sql).toFixed(2), perSecond]));
}
