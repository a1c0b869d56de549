import { expect } from 'chai';
import { redoInParts } from '../../lib/scheduler/redo-in-parts.ts';
import { enqueueRun, saveSchedule } from '../../lib/index.ts';
import { createTestDatabase, query, type TestDatabase } from '../support/databases.ts';
import { setClock } from '../support/fake-clock.ts';
import { takeLead } from './test-leader.ts';

describe('a batch that failed', () => {
  const rows = Array.from({ length: 1000 }, (_, number) => number);

  it('costs one bad row some parts, and alone only the rows of its own part', async () => {
    const calls = { together: 0, alone: [] as number[] };
    const written = await redoInParts(rows, {
      together: (part) => {
        calls.together += 1;
        return part.includes(500) ? Promise.reject(new Error('bad')) : Promise.resolve(part.length);
      },
      alone: (row) => {
        calls.alone.push(row);
        return Promise.resolve(row === 500 ? 0 : 1);
      },
      over: new AbortController().signal,
    });
    expect(written).to.equal(999);
    expect(calls.together).to.equal(32);
    expect(calls.alone).to.deep.equal(rows.slice(480, 512));
  });

  it('is redone row by row when it is small, for its parts would fail as it did', async () => {
    const together = (): Promise<number> => Promise.reject(new Error('asked again'));
    const over = new AbortController().signal;
    expect(await redoInParts([1, 2, 3], { together, alone: () => Promise.resolve(1), over })).to.equal(3);
  });

  it('is given up when the session is lost', async () => {
    const lost = new AbortController();
    const together = (): Promise<number> => {
      lost.abort();
      return Promise.reject(new Error('the session is gone'));
    };
    const alone = (): Promise<number> => Promise.reject(new Error('went on'));
    const redone = redoInParts(rows, { together, alone, over: lost.signal });
    expect(await redone.catch((error: unknown) => (error as Error).message)).to.equal('the session is gone');
  });
});

describe('a batch of the tick in which somebody holds a slot', () => {
  let database: TestDatabase;

  before(async () => {
    database = await createTestDatabase({ fakeClock: true });
  });

  after(() => database.drop());

  it('is written but for that row, with few transactions', async () => {
    await setClock(database.plain, '2026-03-01T12:00:30Z');
    for (let n = 100; n < 200; n += 1) {
      await saveSchedule(database.knex, { workerName: `w${n}`, cron: '* * * * *', request: {} });
    }
    await setClock(database.plain, '2026-03-01T12:01:00Z');
    const leader = await takeLead(database);
    const host = await database.knex.transaction();
    await enqueueRun(host, { workerName: 'w150', request: {} });
    let transactions = 0;
    const { session } = leader.leading;
    const write = session.write.bind(session);
    session.write = (work) => {
      transactions += 1;
      return write(work);
    };
    await leader.tick();
    await host.rollback();
    await leader.close();
    const [enqueued] = await query(database, `select count(*)::int as count from worker_schedule_fires`);
    expect(enqueued).to.deep.equal({ count: 99 });
    expect(leader.told('deferred').map(({ workerName }) => workerName)).to.deep.equal(['w150']);
    // One for the batch, four parts, 32 rows alone.
    expect(transactions).to.equal(37);
  });
});
