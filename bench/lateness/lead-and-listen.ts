import knexPackage, { type Knex } from 'knex';
import { resolveNames } from '../../lib/database/names.ts';
import { loadOurs } from '../contenders/load-ours.ts';
import { serveParent } from '../processes/forked.ts';

/* A leader in a process of its own, with schedules that fall due in a moment, again and again. */

/** So many schedules that are due at one instant, so many times. */
export interface DueOrder {
  readonly schedules: number;
  readonly times: number;
}

/** They fall due this much ahead, and as much later as Math.random says, in milliseconds, so that the leader has gone to sleep. */
const AHEAD_MS = 250;
const SPREAD_MS = 100;

const { startScheduler } = await loadOurs();
const knex: Knex = knexPackage({
  client: 'pg',
  connection: process.env['DATABASE_URL'] ?? '',
  pool: { min: 0, max: 2 },
});
/** Told of each decision, after its commit, with the milliseconds that it came late. */
let heard: (late: number) => void = () => undefined;

async function lead(): Promise<void> {
  const scheduler = await startScheduler(knex);
  scheduler.on('enqueued', ({ scheduledAt }) => heard(now() - scheduledAt.getTime()));
}

/** The epoch's milliseconds, with fractions. */
function now(): number {
  return performance.timeOrigin + performance.now();
}

/** How late the last of each time was decided, in milliseconds. */
async function late({ schedules, times }: DueOrder): Promise<number[]> {
  await knex.raw('TRUNCATE worker_schedules');
  await knex.raw(
    `INSERT INTO worker_schedules (worker_name, enabled, cron, timezone, request, next_run_at, switched_at, created_at,
       updated_at)
     SELECT 'late-' || n, true, '0 0 1 1 *', 'UTC', '{}', now() + interval '1 day', now(), now(), now()
       FROM generate_series(1, ?::int) n`,
    [schedules],
  );
  await knex.raw('ANALYZE worker_schedules');
  const found: number[] = [];
  for (let time = 0; time < times; time += 1) found.push(await lastOfOneTime(schedules));
  return found;
}

async function lastOfOneTime(schedules: number): Promise<number> {
  // Not TRUNCATE, which nobody does before each run, and after which the server plans everything anew.
  await knex.raw('DELETE FROM worker_runs');
  await knex.raw('DELETE FROM worker_schedule_fires');
  const last = new Promise<number>((resolve) => {
    let left = schedules;
    heard = (milliseconds) => {
      left -= 1;
      if (left === 0) resolve(milliseconds);
    };
  });
  await makeDue();
  return await last;
}

/** In one transaction, as a host saves a schedule: the rows and the word that the scheduler listens for. */
async function makeDue(): Promise<void> {
  const ahead = AHEAD_MS + Math.random() * SPREAD_MS;
  await knex.transaction(async (trx) => {
    await trx.raw(`UPDATE worker_schedules SET next_run_at = date_trunc('milliseconds', now() + ? * interval '1 ms')`, [
      ahead,
    ]);
    await trx.raw('SELECT pg_notify(?, ?)', [resolveNames().channels.scheduler, '']);
  });
}

serveParent({ lead, late: (order) => late(order as DueOrder) });
