import type { Knex } from 'knex';
import { resolveNames } from '../../lib/database/names.ts';
import { look } from '../../lib/scheduler/look.ts';
import { callCost, type CallCost } from '../../test/ledger/call-cost.ts';
import { seedSchedules } from '../tick/seed-due.ts';

/** What an idle tick costs in one state of the tables. */
export interface IdleCost extends CallCost {
  readonly label: string;
  /** A look without what the leader remembers, which it takes once; no target speaks of it. */
  readonly isFirstLook?: boolean;
}

export interface IdleOrder {
  /** Numbers of schedules; the first is what the others are compared with. */
  readonly counts: readonly number[];
  /** Occurrences that pass behind an old snapshot. */
  readonly advances: number;
  /** Failed runs in the ledger. */
  readonly failed: number;
}

const names = resolveNames();

/**
 * What a tick costs that finds nothing to do: pages of 8 kB and milliseconds of its reads, with few and with many
 * schedules, behind a reader whose snapshot is older than every occurrence, and with failed runs of which none is owed
 * a retry.
 */
export async function idleCosts(knex: Knex, { counts, advances, failed }: IdleOrder): Promise<IdleCost[]> {
  const costs: IdleCost[] = [];
  for (const schedules of counts) {
    await seedSchedules(knex, { schedules, pairs: 65 });
    await knex.raw('VACUUM (FULL, ANALYZE) worker_schedules');
    costs.push({ label: `${schedules.toLocaleString('en')} schedules`, ...(await costOfIdleTick(knex, null)) });
  }
  return [...costs, ...(await behindOldSnapshot(knex, advances)), await withFailedRuns(knex, failed)];
}

/** The one read of a tick that finds nothing; `since` is what the leader knows of what lies behind it. */
async function costOfIdleTick(knex: Knex, since: string | null): Promise<CallCost> {
  const range = { since, except: [], limit: 1000, withRequests: false };
  const tick = async (): Promise<unknown> => await look(knex, names, range);
  await callCost(knex, knex, tick);
  return await callCost(knex, knex, tick);
}

/** Every schedule goes on from occurrence to occurrence, and a reader keeps each of them in the index. */
async function behindOldSnapshot(knex: Knex, advances: number): Promise<IdleCost[]> {
  await seedSchedules(knex, { schedules: 10_000, pairs: 65 });
  await knex.raw(`UPDATE worker_schedules SET next_run_at = now() - interval '1 day'`);
  await knex.raw('VACUUM (FULL, ANALYZE) worker_schedules');
  const reader = await knex.transaction({ isolationLevel: 'repeatable read' });
  await reader.raw('SELECT count(*) FROM worker_schedules');
  for (let passed = 0; passed < advances; passed += 10_000) {
    await knex.raw(`UPDATE worker_schedules SET next_run_at = next_run_at + interval '1 minute'`);
  }
  await knex.raw(`UPDATE worker_schedules SET next_run_at = now() + interval '1 hour'`);
  const { rows } = await knex.raw<{ rows: { now: string }[] }>('SELECT now()::text AS now');
  const label = `10,000 schedules, ${advances.toLocaleString('en')} occurrences behind an old snapshot`;
  const full = await costOfIdleTick(knex, null);
  const known = await costOfIdleTick(knex, rows[0]?.now ?? null);
  await reader.rollback();
  return [
    { label: `${label}, the first look of a leader`, isFirstLook: true, ...full },
    { label, ...known },
  ];
}

async function withFailedRuns(knex: Knex, failed: number): Promise<IdleCost> {
  await knex.raw(
    `INSERT INTO worker_runs (worker_name, status, trigger, requested_by, request, queued_at, started_at, finished_at,
       attempt, scheduled_for)
     SELECT 'worker-' || n % 1000, 'FAILED', 'SCHEDULE', 'schedule', '{}', m.at, m.at, m.at, 1, m.at
       FROM generate_series(1, ?::int) n CROSS JOIN LATERAL (SELECT now() - interval '1 day' - n * interval '1 second') m(at)`,
    [failed],
  );
  await knex.raw('VACUUM (ANALYZE) worker_runs, worker_schedules');
  const label = `10,000 schedules, ${failed.toLocaleString('en')} failed runs of the past`;
  return { label, ...(await costOfIdleTick(knex, null)) };
}
