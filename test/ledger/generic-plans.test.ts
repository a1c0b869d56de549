import { expect } from 'chai';
import type { Knex } from 'knex';
import { LEADER_SETTINGS } from '../../lib/database/leader-settings.ts';
import { resolveNames } from '../../lib/database/names.ts';
import { claimNextRun } from '../../lib/ledger/claim-next-run.ts';
import { look } from '../../lib/scheduler/look.ts';
import { createTestDatabase, query, type TestDatabase } from '../support/databases.ts';
import { type Asked, type Explained, statementsOf } from './call-cost.ts';

/** Waiting runs of the others, and runs that are over. */
const MANY = 10_000;

type Settings = Readonly<Record<string, string>>;

/** A statement that a session has sent often is planned without a look at what is bound to it. */
describe('the plan that is kept of a statement', () => {
  let database: TestDatabase;
  before(async () => {
    database = await createTestDatabase({ defaultNames: true });
    await query(
      database,
      `insert into worker_runs (worker_name, status, trigger, request, config, queued_at, attempt)
       select 'other-' || n, 'QUEUED', 'API', '{}', '{}', now() - interval '1 hour', 1 from generate_series(1, ${MANY}) n`,
    );
    await query(
      database,
      `insert into worker_runs (worker_name, status, trigger, requested_by, request, queued_at, started_at, finished_at,
         attempt, scheduled_for)
       select 'past-' || n % 100, 'FAILED', 'SCHEDULE', 'schedule', '{}', at, at, at, 1, at
         from generate_series(1, ${MANY}) n cross join lateral (select now() - interval '2 days' - n * interval '1 s') m(at)`,
    );
    await query(
      database,
      `insert into worker_schedules (worker_name, enabled, cron, timezone, request, next_run_at, switched_at, created_at,
         updated_at)
       select 'past-' || n, true, '* * * * *', 'UTC', '{}', now() + interval '1 day', now(), now(), now()
         from generate_series(1, ${MANY}) n`,
    );
    await database.plain.raw('vacuum analyze worker_runs, worker_schedules');
  });
  after(() => database.drop());

  /** Text or a number, as SQL. */
  const literal = (value: string | number): string => `'${String(value).replaceAll("'", "''")}'`;

  /** Pages that a call's statement reads by the plan that knows no bindings; nothing that it writes stays. */
  async function pagesOf(call: (trx: Knex.Transaction) => Promise<unknown>, settings: Settings = {}): Promise<number> {
    const trx = await database.plain.transaction();
    try {
      const [asked] = await statementsOf(trx, () => call(trx));
      await trx.rollback();
      return await explained(asked!, { ...settings, plan_cache_mode: 'force_generic_plan' });
    } finally {
      if (!trx.isCompleted()) await trx.rollback();
    }
  }

  async function explained({ sql, bindings }: Asked, settings: Settings): Promise<number> {
    const trx = await database.plain.transaction();
    try {
      for (const [name, value] of Object.entries(settings)) await trx.raw(`SET LOCAL ${name} = ${literal(value)}`);
      await trx.raw(`PREPARE kept AS ${sql.replaceAll('?', '\\?')}`);
      const execute = `EXECUTE kept(${(bindings as readonly (string | number)[]).map(literal).join(', ')})`.replaceAll(
        '?',
        '\\?',
      );
      const { rows } = await trx.raw<{ rows: Explained[] }>(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${execute}`);
      await trx.raw('DEALLOCATE kept');
      const plan = rows[0]!['QUERY PLAN'][0]!.Plan;
      return plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
    } finally {
      await trx.rollback();
    }
  }

  const claimFor = (workerNames: readonly string[]) => async (trx: Knex.Transaction) =>
    await claimNextRun(trx, { workerNames, runnerId: 'r', leaseSeconds: 30 });

  it('finds no run for a few workers without reading what waits for others', async () => {
    expect(await pagesOf(claimFor(['a', 'b', 'c']))).to.be.below(40);
  });

  it('claims a run for a few workers without reading what waits for others', async () => {
    expect(await pagesOf(claimFor(['a', 'other-77', 'c']))).to.be.below(60);
  });

  it('claims the first run for very many workers without reading the rest of them', async () => {
    const served = Array.from({ length: MANY }, (_, n) => `other-${n + 1}`);
    expect(await pagesOf(claimFor(served))).to.be.below(60);
  });

  it('looks for what is due, over and owed without reading what lies behind', async () => {
    const range = { since: '2026-01-01T00:00:00Z', except: [], limit: 1000, withRequests: false };
    expect(await pagesOf(async (trx) => await look(trx, resolveNames(), range), LEADER_SETTINGS)).to.be.below(30);
  });
});
