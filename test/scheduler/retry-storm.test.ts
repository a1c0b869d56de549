import { expect } from 'chai';
import { retryPass } from '../../lib/scheduler/retry-pass.ts';
import { createTestDatabase, query, type TestDatabase } from '../support/databases.ts';
import { advanceClock, setClock } from '../support/fake-clock.ts';
import { readRuns, type RunRecord } from './read-ledger.ts';
import { takeLead, type TestLeader } from './test-leader.ts';

const seconds = (run: RunRecord): number => (run.not_before!.getTime() - run.queued_at.getTime()) / 1000;

describe('a storm of retries', () => {
  let database: TestDatabase;
  let leader: TestLeader;

  before(async () => {
    database = await createTestDatabase({ fakeClock: true });
    leader = await takeLead(database);
    await setClock(database.plain, '2026-03-01T05:00:00Z');
  });
  after(async () => {
    await leader.close();
    await database.drop();
  });

  it('R-H4: three hundred failures within a second spread over the jitter window, three rows each at most', async () => {
    await database.plain.raw(
      `insert into worker_schedules (worker_name, enabled, cron, timezone, request, next_run_at, switched_at, created_at, updated_at)
       select 'w' || n, true, '0 6 * * *', 'UTC', '{}', '2026-03-01T05:00:00Z', '2026-03-01Z', '2026-03-01Z', '2026-03-01Z'
         from generate_series(1, 300) n`,
    );
    await leader.tick();
    let seed = 1;
    const spread = {
      ...leader.leading,
      settings: { ...leader.leading.settings, random: () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647 },
    };
    await database.plain.raw(
      `update worker_runs set status = 'FAILED', finished_at = fake.now() + (id % 1000) * interval '1 millisecond'`,
    );
    await advanceClock(database.plain, '1 second');
    expect(await retryPass(spread)).to.equal(300);
    const delays = (await readRuns(database)).filter((run) => run.attempt === 2).map(seconds);
    expect(Math.max(...delays) - Math.min(...delays)).to.be.above(24 * 0.8);
    expect(Math.min(...delays)).to.be.at.least(48);
    expect(Math.max(...delays)).to.be.at.most(72);
    expect(await query(database, 'select 1 from worker_runs where attempt > 2')).to.deep.equal([]);
  });
});
