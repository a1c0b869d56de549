import knexPackage from 'knex';
import { loadOurs } from '../contenders/load-ours.ts';
import { heapAfterCollection } from '../leaks/memory.ts';
import { serveParent } from '../processes/forked.ts';

/* A leader in a process of its own that decides what is due, and then weighs what it holds. */

/** Bytes. */
export interface LeaderMemory {
  readonly heap: number;
  readonly resident: number;
}

/** Ticks with nothing due that follow the last decision. */
const IDLE_TICKS = 3;

const { startScheduler } = await loadOurs();
const knex = knexPackage({ client: 'pg', connection: process.env['DATABASE_URL'] ?? '', pool: { min: 0, max: 2 } });

async function decide(schedules: number): Promise<LeaderMemory> {
  const scheduler = await startScheduler(knex, { idleSeconds: 1 });
  let [left, idle] = [schedules, IDLE_TICKS];
  await new Promise<void>((resolve) => {
    scheduler.on('tick', ({ decided }) => {
      left -= decided;
      if (left <= 0 && decided === 0) idle -= 1;
      if (idle === 0) resolve();
    });
  });
  return { heap: heapAfterCollection(), resident: process.memoryUsage.rss() };
}

serveParent({ decide: (schedules) => decide(schedules as number) });
