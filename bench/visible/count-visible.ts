import { setTimeout as pause } from 'node:timers/promises';
import type { Knex } from 'knex';
import type { Contender } from '../contenders/contender.ts';

/** Where what a contender has made of its schedules is counted. */
const COUNTS: Readonly<Record<Contender['script'], string>> = {
  ours: 'SELECT count(*)::int AS count FROM worker_runs',
  'graphile-worker': 'SELECT count(*)::int AS count FROM graphile_worker._private_jobs',
  'pg-boss': `SELECT count(*)::int AS count FROM pgboss.job WHERE name = 'wait'`,
};

const LOOK_EVERY_MS = 25;

export interface Awaited {
  readonly script: Contender['script'];
  readonly count: number;
  /** The instant at which they are due, in milliseconds of the epoch. */
  readonly dueAt: number;
  readonly patienceMs: number;
}

/** Milliseconds from the due instant until all are visible to others; null when they are not when patience ends. */
export async function millisecondsUntilVisible(knex: Knex, awaited: Awaited): Promise<number | null> {
  const { script, count, dueAt, patienceMs } = awaited;
  await pause(dueAt - Date.now());
  for (;;) {
    const { rows } = await knex.raw<{ rows: { count: number }[] }>(COUNTS[script]);
    const passed = Date.now() - dueAt;
    if ((rows[0]?.count ?? 0) >= count) return passed;
    if (passed > patienceMs) return null;
    await pause(LOOK_EVERY_MS);
  }
}
