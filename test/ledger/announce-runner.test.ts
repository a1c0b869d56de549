import { expect } from 'chai';
import { announceRunner, removeExpiredRunners, withdrawRunner } from '../../lib/ledger/announce-runner.ts';
import { createTestDatabase, query, type TestDatabase } from '../support/databases.ts';
import { advanceClock, setClock } from '../support/fake-clock.ts';

describe('the announcement of a runner', () => {
  let database: TestDatabase;
  before(async () => {
    database = await createTestDatabase({ fakeClock: true });
  });
  beforeEach(async () => {
    await query(database, 'DELETE FROM worker_runners');
    await setClock(database.plain, '2026-03-01T10:00:00Z');
  });
  after(() => database.drop());

  const announcement = { runnerId: 'r1', host: 'h', pid: 7, workerNames: ['ner', 'o"cr'], aliveSeconds: 30 };
  const rows = (): Promise<Record<string, unknown>[]> =>
    query(
      database,
      `SELECT runner_id, host, pid, workers, started_at, seen_at, expires_at FROM worker_runners ORDER BY runner_id`,
    );

  it('is one row, renewed in place', async () => {
    await announceRunner(database.knex, announcement);
    await advanceClock(database.plain, '10 seconds');
    await announceRunner(database.knex, announcement);
    const [row, ...others] = await rows();
    expect(others).to.deep.equal([]);
    expect(row).to.deep.equal({
      runner_id: 'r1',
      host: 'h',
      pid: 7,
      workers: ['ner', 'o"cr'],
      started_at: new Date('2026-03-01T10:00:00Z'),
      seen_at: new Date('2026-03-01T10:00:10Z'),
      expires_at: new Date('2026-03-01T10:00:40Z'),
    });
  });

  it('starts anew when another process takes the name', async () => {
    await announceRunner(database.knex, announcement);
    await advanceClock(database.plain, '10 seconds');
    await announceRunner(database.knex, { ...announcement, pid: 8 });
    expect((await rows())[0]).to.deep.include({ pid: 8, started_at: new Date('2026-03-01T10:00:10Z') });
  });

  it('is withdrawn by its own process only', async () => {
    await announceRunner(database.knex, announcement);
    await withdrawRunner(database.knex, { ...announcement, pid: 8 });
    expect(await rows()).to.have.length(1);
    await withdrawRunner(database.knex, announcement);
    await withdrawRunner(database.knex, announcement);
    expect(await rows()).to.have.length(0);
  });

  it('is removed by others when it is over, and not before', async () => {
    await announceRunner(database.knex, announcement);
    await advanceClock(database.plain, '30 seconds');
    await removeExpiredRunners(database.knex);
    expect(await rows()).to.have.length(1);
    await advanceClock(database.plain, '0.000001 seconds');
    await removeExpiredRunners(database.knex);
    expect(await rows()).to.have.length(0);
  });

  it('never deadlocks when many runners come back expired at once', async () => {
    const names = Array.from({ length: 8 }, (_, n) => `r${n}`);
    for (let round = 0; round < 20; round += 1) {
      await Promise.all(
        names.map(async (runnerId) => {
          await announceRunner(database.knex, { ...announcement, runnerId });
          await removeExpiredRunners(database.knex);
        }),
      );
      expect(await rows()).to.have.length(8);
      await advanceClock(database.plain, '1 minute');
    }
  });
});
