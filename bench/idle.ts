import type { Knex } from 'knex';
import { resolveNames } from '../lib/database/names.ts';
import { readExpired } from '../lib/ledger/interrupt-expired.ts';
import { readOwedRetries } from '../lib/ledger/owed-retries.ts';
import { readClock } from '../lib/schedules/read-clock.ts';
import { callCost, type CallCost } from '../test/ledger/call-cost.ts';
import { createBenchDatabase } from './bench-database.ts';
import { seedSchedules } from './tick/seed-due.ts';
import { machine, print, tableRow } from './print.ts';

/*
 * What a tick costs that finds nothing to do: pages of 8 kB and milliseconds of its reads, with few and with many schedules,
 * also behind a reader whose snapshot is older than every occurrence, and with a million failed runs of which none is owed
 * a retry. Ends with 1 when many cost more than 1.5 times the pages of few.
 */
const COUNTS = (process.env['BENCH_COUNTS'] ?? '1000,100000,1000000').split(',').map(Number);
/** Occurrences that pass behind the old snapshot. */
const ADVANCES = Number(process.env['BENCH_ADVANCES'] ?? 600_000);
const FAILED = Number(process.env['BENCH_FAILED'] ?? 1_000_000);
const names = resolveNames();

await main();

async function main(): Promise<void> {
  const database = await createBenchDatabase();
  const { knex } = database;
  try {
    print(`${machine()}, PostgreSQL ${database.version}`);
    print(tableRow('an idle tick', ['pages', 'ms']));
    const costs: CallCost[] = [];
    for (const schedules of COUNTS) {
      await seedSchedules(knex, { schedules, pairs: 65 });
      await knex.raw('VACUUM (FULL, ANALYZE) worker_schedules');
      costs.push(await printTick(knex, `${schedules.toLocaleString('en')} schedules`, null));
    }
    costs.push(await behindOldSnapshot(knex));
    costs.push(await withFailedRuns(knex));
    const [few] = costs;
    if (costs.some(({ pages }) => pages > (few?.pages ?? 0) * 1.5)) process.exitCode = 1;
  } finally {
    await database.drop();
  }
}

/** The reads of a tick that finds nothing, in its order; `since` is what the leader knows of what lies behind it. */
async function costOfIdleTick(knex: Knex, since: string | null): Promise<CallCost> {
  const range = { since, except: [] };
  const tick = async (): Promise<void> => {
    await readClock(knex, names, range);
    await readExpired(knex, names, 500);
    await readOwedRetries(knex, names, { limit: 500, except: [] });
  };
  await callCost(knex, knex, tick);
  return await callCost(knex, knex, tick);
}

async function printTick(knex: Knex, label: string, since: string | null): Promise<CallCost> {
  const cost = await costOfIdleTick(knex, since);
  print(tableRow(label, [String(cost.pages), cost.milliseconds.toFixed(2)]));
  return cost;
}

/** Every schedule goes on from occurrence to occurrence, and a reader keeps each of them in the index. */
async function behindOldSnapshot(knex: Knex): Promise<CallCost> {
  await seedSchedules(knex, { schedules: 10_000, pairs: 65 });
  await knex.raw(`UPDATE worker_schedules SET next_run_at = now() - interval '1 day'`);
  await knex.raw('VACUUM (FULL, ANALYZE) worker_schedules');
  const reader = await knex.transaction({ isolationLevel: 'repeatable read' });
  await reader.raw('SELECT count(*) FROM worker_schedules');
  for (let passed = 0; passed < ADVANCES; passed += 10_000) {
    await knex.raw(`UPDATE worker_schedules SET next_run_at = next_run_at + interval '1 minute'`);
  }
  await knex.raw(`UPDATE worker_schedules SET next_run_at = now() + interval '1 hour'`);
  const { rows } = await knex.raw<{ rows: { now: string }[] }>('SELECT now()::text AS now');
  const passed = ADVANCES.toLocaleString('en');
  await printTick(knex, `10,000, ${passed} occurrences behind an old snapshot, a full look`, null);
  const cost = await printTick(knex, 'the same, from where the last tick left nothing', rows[0]?.now ?? null);
  await reader.rollback();
  return cost;
}

async function withFailedRuns(knex: Knex): Promise<CallCost> {
  await knex.raw(
    `INSERT INTO worker_runs (worker_name, status, trigger, requested_by, request, queued_at, started_at, finished_at,
       attempt, scheduled_for)
     SELECT 'worker-' || n % 1000, 'FAILED', 'SCHEDULE', 'schedule', '{}', m.at, m.at, m.at, 1, m.at
       FROM generate_series(1, ?::int) n CROSS JOIN LATERAL (SELECT now() - interval '1 day' - n * interval '1 second') m(at)`,
    [FAILED],
  );
  await knex.raw('VACUUM (ANALYZE) worker_runs, worker_schedules');
  return await printTick(knex, `10,000 schedules, ${FAILED.toLocaleString('en')} failed runs of the past`, null);
}
