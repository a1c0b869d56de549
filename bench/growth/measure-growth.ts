import type { Knex } from 'knex';
import { claimNextRun } from '../../lib/ledger/claim-next-run.ts';
import { reportOutcome } from '../../lib/ledger/report-outcome.ts';
import type { Leading } from '../../lib/scheduler/leading.ts';
import { tick } from '../../lib/scheduler/tick.ts';
import { logPosition } from '../log-position.ts';
import { seedSchedules } from '../tick/seed-due.ts';

/** How many occurrences pass: so many schedules, so many minutes. */
export interface Passing {
  readonly schedules: number;
  readonly minutes: number;
}

/** What is left of one occurrence whose run has succeeded, in bytes with their share of the indexes, after a vacuum. */
export interface Growth {
  readonly run: number;
  readonly fire: number;
  /** Of a schedule, whatever it has lived through. */
  readonly schedule: number;
  /** Write-ahead log of one occurrence, from its decision to its report. */
  readonly log: number;
}

/** Lets minutes pass in which everything is due, enqueued, claimed and reported, and weighs what is left. */
export async function measureGrowth(knex: Knex, leading: Leading, { schedules, minutes }: Passing): Promise<Growth> {
  await seedSchedules(knex, { schedules, pairs: 65 });
  // An expression of which nothing else is due, so that each instant below is an occurrence of its own.
  await knex.raw(`UPDATE worker_schedules SET cron = '0 0 29 2 *', timezone = 'UTC'`);
  const before = await logPosition(knex);
  for (let minute = 0; minute < minutes; minute += 1) {
    await knex.raw(`UPDATE worker_schedules SET next_run_at = date_trunc('minute', now()) - ? * interval '1 minute'`, [
      minutes - minute,
    ]);
    await decideAll(knex, leading);
    await workOff(knex);
    // As autovacuum would, which is off here.
    await knex.raw('VACUUM worker_schedules, worker_runs');
  }
  const occurrences = schedules * minutes;
  const [passed] = await rowsOf<{ count: number }>(knex, 'SELECT count(*)::int AS count FROM worker_schedule_fires');
  if (passed?.count !== occurrences) throw new Error(`${passed?.count} of ${occurrences} occurrences were decided.`);
  const log = ((await logPosition(knex)) - before) / occurrences;
  await knex.raw('VACUUM (ANALYZE) worker_runs, worker_schedule_fires, worker_schedules');
  return {
    run: (await sizeOf(knex, 'worker_runs')) / occurrences,
    fire: (await sizeOf(knex, 'worker_schedule_fires')) / occurrences,
    schedule: (await sizeOf(knex, 'worker_schedules')) / schedules,
    log,
  };
}

async function decideAll(knex: Knex, leading: Leading): Promise<void> {
  leading.dueBound.forget();
  for (;;) {
    await tick(leading, undefined);
    const [due] = await rowsOf<{ due: boolean }>(
      knex,
      'SELECT EXISTS (SELECT 1 FROM worker_schedules WHERE next_run_at <= now()) AS due',
    );
    if (due?.due === false) return;
  }
}

/** As a runner that serves every worker, ten at a time. */
async function workOff(knex: Knex): Promise<void> {
  const names = await rowsOf<{ worker_name: string }>(
    knex,
    `SELECT worker_name FROM worker_runs WHERE status = 'QUEUED'`,
  );
  const workerNames = names.map((row) => row.worker_name);
  const claim = { runnerId: 'host-a:4711:0123456789ab', leaseSeconds: 30 };
  const lanes = Array.from({ length: 10 }, async (_, lane) => {
    for (let index = lane; index < workerNames.length; index += 10) {
      const run = await claimNextRun(knex, { ...claim, workerNames: [workerNames[index] ?? ''] });
      if (run === null) throw new Error('A run that was queued cannot be claimed.');
      await reportOutcome(knex, { runId: run.id, leaseToken: run.leaseToken, outcome: 'SUCCESS' });
    }
  });
  await Promise.all(lanes);
}

async function rowsOf<T>(knex: Knex, sql: string): Promise<readonly T[]> {
  const { rows } = await knex.raw<{ rows: T[] }>(sql);
  return rows;
}

/** Bytes of a table with its indexes. */
async function sizeOf(knex: Knex, table: string): Promise<number> {
  const [row] = await rowsOf<{ bytes: string }>(knex, `SELECT pg_total_relation_size('${table}')::text AS bytes`);
  return Number(row?.bytes);
}
