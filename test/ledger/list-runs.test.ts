import { expect } from 'chai';
import { getActiveRun, getRun, getSlot } from '../../lib/ledger/get-run.ts';
import { listLastRuns } from '../../lib/ledger/list-last-runs.ts';
import { listRuns, type RunFilter } from '../../lib/ledger/list-runs.ts';
import { RUN_TRIGGERS, type RunTrigger } from '../../lib/ledger/run.ts';
import { RUN_STATUSES, type RunStatus } from '../../lib/ledger/transitions.ts';
import { createTestDatabase, query, type TestDatabase } from '../support/databases.ts';
import { callCost } from './call-cost.ts';

/** Every list of some of these words, also the empty one, and undefined for no filter. */
function selections<Word>(words: readonly Word[]): (readonly Word[] | undefined)[] {
  const all = Array.from({ length: 2 ** words.length }, (_, mask) => words.filter((_word, bit) => mask & (1 << bit)));
  return [undefined, ...all];
}

describe('a page of runs', () => {
  interface Stored {
    readonly id: string;
    readonly worker_name: string;
    readonly status: RunStatus;
    readonly trigger: RunTrigger;
  }

  let database: TestDatabase;
  let stored: Stored[];
  before(async () => {
    database = await createTestDatabase();
    stored = await query<Stored>(
      database,
      `INSERT INTO worker_runs (worker_name, status, trigger, queued_at)
       SELECT CASE WHEN n % 3 = 0 OR n = 200 THEN 'ocr' ELSE 'ner' END,
         (enum_range(NULL::worker_run_status))[CASE WHEN n < 199 THEN 3 + n * 7 % 11 % 4 ELSE n - 198 END],
         (enum_range(NULL::worker_run_trigger))[1 + n * 5 % 13 % 3], now()
         FROM generate_series(1, 200) n RETURNING id::text, worker_name, status, trigger`,
    );
  });
  after(() => database.drop());

  function expected({ workerName, statuses, triggers, beforeId, limit }: RunFilter): string[] {
    const wanted = stored.filter(
      (run) =>
        run.worker_name === workerName &&
        (statuses?.includes(run.status) ?? true) &&
        (triggers?.includes(run.trigger) ?? true) &&
        (beforeId === undefined || BigInt(run.id) < BigInt(beforeId)),
    );
    return wanted
      .map(({ id }) => id)
      .sort((a, b) => Number(b) - Number(a))
      .slice(0, limit);
  }

  it('holds what its filter asks for, whatever states and triggers that names', async () => {
    expect(new Set(stored.map(({ status, trigger }) => `${status} ${trigger}`)).size).to.be.at.least(14);
    for (const statuses of selections(RUN_STATUSES)) {
      for (const triggers of selections(RUN_TRIGGERS)) {
        const filter = { workerName: 'ner', statuses, triggers, limit: 7, beforeId: stored[180]!.id };
        const found = await listRuns(database.knex, filter);
        expect(
          found.map(({ id }) => id),
          JSON.stringify(filter),
        ).to.deep.equal(expected(filter));
      }
    }
  });

  for (const filter of [{}, { statuses: ['QUEUED', 'RUNNING', 'FAILED', 'SUCCESS'] }] as const) {
    it(`is followed by all others, ${JSON.stringify(filter)}`, async () => {
      const ids: string[] = [];
      for (let beforeId: string | undefined; ; beforeId = ids.at(-1)) {
        const page = await listRuns(database.knex, { workerName: 'ner', ...filter, beforeId, limit: 10 });
        if (page.length === 0) break;
        ids.push(...page.map(({ id }) => id));
      }
      expect(ids).to.deep.equal(expected({ workerName: 'ner', ...filter }));
    });
  }
});

/**
 * A worker with nearly all runs, whose newest are older than those of a hundred others; one in between that failed each
 * time, where nearly all runs succeed; one with three runs. `known` is when the planner's statistics are from.
 */
for (const known of ['before the others came', 'now'] as const) {
  describe(`in a ledger of 50,000 runs whose statistics were made ${known}`, () => {
    let database: TestDatabase;
    before(async () => {
      database = await createTestDatabase();
      await query(database, 'ALTER TABLE worker_runs SET (autovacuum_enabled = false)');
      await seed(1, 30_000, `'big', 'SUCCESS', CASE WHEN n % 9000 = 0 THEN 'API' ELSE 'SCHEDULE' END`);
      if (known === 'before the others came') await query(database, 'VACUUM ANALYZE worker_runs');
      const odd = 'n % 15 = 0';
      await seed(
        30_001,
        45_000,
        `CASE WHEN ${odd} THEN 'odd' ELSE 'big' END, CASE WHEN ${odd} THEN 'FAILED' ELSE 'SUCCESS' END,
         CASE WHEN ${odd} THEN 'API' ELSE 'SCHEDULE' END`,
      );
      await seed(45_001, 49_900, `'w' || n % 96, 'SUCCESS', 'SCHEDULE'`);
      await seed(49_901, 49_903, `'tiny', 'CANCELLED', 'CLI'`);
      await seed(49_904, 49_999, `'w' || n % 96, CASE WHEN n % 2 = 0 THEN 'QUEUED' ELSE 'RUNNING' END, 'CLI'`);
      if (known === 'now') await query(database, 'VACUUM ANALYZE worker_runs');
    });
    after(() => database.drop());

    async function seed(from: number, to: number, columns: string): Promise<void> {
      await query(
        database,
        `INSERT INTO worker_runs (worker_name, status, trigger, queued_at)
         SELECT v.name, v.status::worker_run_status, v.trigger::worker_run_trigger, now()
           FROM generate_series(?::int, ?::int) n CROSS JOIN LATERAL (SELECT ${columns}) v(name, status, trigger)`,
        [from, to],
      );
    }

    const pages = async (call: () => Promise<unknown>): Promise<number> =>
      (await callCost(database.knex, database.plain, call)).pages;

    for (const workerName of ['big', 'odd', 'tiny', 'nobody']) {
      it(`reads no more pages than a page of runs needs, for ${workerName}`, async () => {
        const pairs = RUN_STATUSES.flatMap((status) =>
          RUN_TRIGGERS.map((trigger) => ({ statuses: [status], triggers: [trigger] })),
        );
        for (const filter of [{}, ...pairs].flatMap((each) => [each, { ...each, beforeId: '20000' }])) {
          const read = await pages(() => listRuns(database.knex, { workerName, ...filter }));
          expect(read, JSON.stringify(filter)).to.be.at.most(50 + 6);
        }
      });

      it(`reads little more for a filter with many states and triggers, for ${workerName}`, async () => {
        const some: readonly RunStatus[] = ['QUEUED', 'FAILED', 'INTERRUPTED', 'CANCELLED'];
        for (const filter of [{ statuses: some }, { triggers: RUN_TRIGGERS }, { triggers: ['CLI'] }] as const) {
          const read = await pages(() => listRuns(database.knex, { workerName, ...filter }));
          expect(read, JSON.stringify(filter)).to.be.at.most(50 + 13 * 6);
        }
      });
    }

    it('reads a few pages for each worker that the list of workers shows, and for a single run', async () => {
      const workers = ['big', 'odd', 'tiny', 'nobody', ...Array.from({ length: 96 }, (_, index) => `w${index}`)];
      expect(await pages(() => listLastRuns(database.knex, workers))).to.be.at.most(100 * 10);
      for (const workerName of workers.slice(0, 6)) {
        expect(await pages(() => listLastRuns(database.knex, [workerName])), workerName).to.be.at.most(20);
        expect(await pages(() => getActiveRun(database.knex, workerName)), workerName).to.be.at.most(6);
        expect(await pages(() => getSlot(database.knex, workerName)), workerName).to.be.at.most(6);
      }
      expect(await pages(() => getRun(database.knex, '25000'))).to.be.at.most(6);
    });
  });
}
