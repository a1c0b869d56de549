import { expect } from 'chai';
import { saveSchedule } from '../../lib/index.ts';
import { tick } from '../../lib/scheduler/tick.ts';
import { createTestDatabase, query, type TestDatabase } from '../support/databases.ts';
import { setClock } from '../support/fake-clock.ts';
import { takeLead, type TestLeader } from './test-leader.ts';

describe('a tick that comes before the due instant', () => {
  let database: TestDatabase;
  let leader: TestLeader;
  let questions: number;

  before(async () => {
    database = await createTestDatabase({ fakeClock: true });
  });
  beforeEach(async () => {
    await database.plain.raw('truncate worker_runs, worker_schedules, worker_schedule_fires');
    await setClock(database.plain, '2026-03-01T12:00:30Z');
    leader = await takeLead(database);
    await saveSchedule(database.knex, { workerName: 'w', cron: '* * * * *', request: {} });
    await tick(leader.leading, undefined);
    questions = 0;
  });
  afterEach(() => leader.close());
  after(() => database.drop());

  /** Ticks at an instant; the clock stands still until so many questions were asked, and then it is 12:01. */
  async function tickAt(instant: string, isDueAfter: number): Promise<void> {
    await setClock(database.plain, instant);
    const { session } = leader.leading;
    const read = session.read.bind(session);
    session.read = async (work) => {
      const answer = await read(work);
      questions += 1;
      if (questions === isDueAfter) await setClock(database.plain, '2026-03-01T12:01:00Z');
      return answer;
    };
    await tick(leader.leading, undefined);
  }

  const fires = async (): Promise<number> => (await query(database, 'select 1 from worker_schedule_fires')).length;

  it('waits for what is due within the least rest, and decides it at once', async () => {
    await tickAt('2026-03-01T12:00:59.985Z', 1);
    expect(await fires()).to.equal(1);
  });

  it('waits again where its question came too early, and gives up where the clock stands', async () => {
    await tickAt('2026-03-01T12:00:59.999Z', 2);
    expect(await fires()).to.equal(1);
    await setClock(database.plain, '2026-03-01T12:01:59.995Z');
    questions = 100;
    const { shortestMs } = await tick(leader.leading, undefined);
    expect([shortestMs, questions]).to.deep.equal([20, 104]);
    expect(await fires()).to.equal(1);
  });

  it('does not wait for what is due later', async () => {
    await tickAt('2026-03-01T12:00:59.900Z', 100);
    expect([questions, await fires()]).to.deep.equal([1, 0]);
  });
});
