import { loadavg } from 'node:os';
import type { Knex } from 'knex';
import type { Leading } from '../lib/scheduler/leading.ts';
import { tick } from '../lib/scheduler/tick.ts';
import { createBenchDatabase } from './bench-database.ts';
import { machine, median, print, tableRow } from './print.ts';
import { takeLead } from './tick/bench-leader.ts';
import { tickInSql } from './tick/pure-sql.ts';
import { type Agenda, makeAllDue, seedSchedules } from './tick/seed-due.ts';

/*
 * How long it takes until everything is decided that is due in one minute: our ticks, one after the other as the scheduler
 * does them, beside one statement of SQL that writes the same rows. Rounds in turns, medians.
 */
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
    for (const agenda of COUNTS.flatMap(agendasOf)) await compare(knex, leading, agenda);
  } finally {
    await leading.session.close();
    await database.drop();
  }
}

function agendasOf(schedules: number): Agenda[] {
  return (schedules < 5000 ? [65] : [65, 5000]).map((pairs) => ({ schedules, pairs }));
}

async function compare(knex: Knex, leading: Leading, agenda: Agenda): Promise<void> {
  const times = { sql: [] as number[], ticks: [] as number[] };
  for (let round = 0; round < ROUNDS; round += 1) {
    await seedSchedules(knex, agenda);
    await makeAllDue(knex);
    times.sql.push(await tickInSql(knex));
    await makeAllDue(knex);
    times.ticks.push(await tickUntilDone(leading, agenda.schedules));
  }
  const [sql, ticks] = [median(times.sql), median(times.ticks)];
  const label = `${agenda.schedules.toLocaleString('en')} schedules, ${agenda.pairs.toLocaleString('en')} pairs`;
  const perSecond = Math.round((agenda.schedules / ticks) * 1000).toLocaleString('en');
  print(tableRow(label, [sql.toFixed(1), ticks.toFixed(1), (ticks / sql).toFixed(2), perSecond]));
}

/** Ticks with the rests between them, until all is decided; the time goes from the first look to the last commit. */
async function tickUntilDone(leading: Leading, schedules: number): Promise<number> {
  let decided = 0;
  // As if the leader had heard of it.
  leading.dueBound.forget();
  const stop = leading.events.on('tick', (report) => void (decided += report.decided));
  const start = performance.now();
  for (let lastNow: Date | undefined; decided < schedules; ) {
    const report = await tick(leading, lastNow);
    lastNow = report.now;
    if (decided < schedules) await new Promise((resolve) => setTimeout(resolve, report.shortestMs));
  }
  stop();
  return performance.now() - start;
}
