import type { Knex } from 'knex';
import type { Leading } from '../../lib/scheduler/leading.ts';
import { tick } from '../../lib/scheduler/tick.ts';
import { median } from '../print.ts';
import { tickInSql } from './pure-sql.ts';
import { type Agenda, makeAllDue, seedSchedules } from './seed-due.ts';

/** Medians, in milliseconds, of the least that anybody can do and of our ticks. */
export interface ComparedTicks {
  readonly sql: number;
  readonly ticks: number;
}

export interface TickRounds {
  readonly agenda: Agenda;
  readonly rounds: number;
}

/** How many different pairs of expression and zone so many schedules are measured with. */
export function agendasOf(schedules: number): Agenda[] {
  return (schedules < 5000 ? [65] : [65, 5000]).map((pairs) => ({ schedules, pairs }));
}

/**
 * How long it takes until everything is decided that is due in one minute: our ticks, one after the other as the scheduler
 * does them, beside one statement of SQL that writes the same rows. Rounds in turns.
 */
export async function compareTicks(
  knex: Knex,
  leading: Leading,
  { agenda, rounds }: TickRounds,
): Promise<ComparedTicks> {
  const times = { sql: [] as number[], ticks: [] as number[] };
  for (let round = 0; round < rounds; round += 1) {
    await seedSchedules(knex, agenda);
    await makeAllDue(knex);
    times.sql.push(await tickInSql(knex));
    await makeAllDue(knex);
    times.ticks.push(await tickUntilDone(leading, agenda.schedules));
  }
  return { sql: median(times.sql), ticks: median(times.ticks) };
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
