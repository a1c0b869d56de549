import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { saveSchedule } from '../../lib/index.ts';
import { tick, type TickReport } from '../../lib/scheduler/tick.ts';
import { createTestDatabase, query, type TestDatabase } from '../support/databases.ts';
import { setClock } from '../support/fake-clock.ts';
import { takeLead, type TestLeader } from './test-leader.ts';

describe('a tick that comes before the due instant', () => {
  let database: TestDatabase;
  let leader: TestLeader;
  /** When each was asked (performance.now()). */
  let questions: number[];

  before(async () => {
    database = await createTestDatabase({ fakeClock: true });
  });
  beforeEach(async () => {
    await database.plain.raw('truncate worker_runs, worker_schedules, worker_schedule_fires');
    await setClock(database.plain, '2026-03-01T12:00:30Z');
    leader = await takeLead(database);
    await saveSchedule(database.knex, { workerName: 'w', cron: '* * * * *', request: {} });
    await tick(leader.leading, undefined);
    questions = [];
  });
  afterEach(() => leader.close());
  after(() => database.drop());

  /**
   * Ticks at an instant; the clock stands still until so many questions were asked, and then it is 12:01. The answer to each
   * comes so many milliseconds late.
   */
  async function tickAt(instant: string, isDueAfter: number, answerMs = 0): Promise<TickReport> {
    await setClock(database.plain, instant);
    const { session } = leader.leading;
    const read = session.read.bind(session);
    session.read = async (work) => {
      questions.push(performance.now());
      const answer = await read(work);
      if (questions.length === isDueAfter) await setClock(database.plain, '2026-03-01T12:01:00Z');
      if (answerMs > 0) await pause(answerMs);
      return answer;
    };
    return await tick(leader.leading, undefined);
  }

  const fires = async (): Promise<number> => (await query(database, 'select 1 from worker_schedule_fires')).length;
  /** Milliseconds from each question to the one after it. */
  const gaps = (): number[] => questions.slice(1).map((at, index) => at - (questions[index] ?? 0));

  it('waits for what is due within the least rest, a moment longer than it said, and decides it', async () => {
    await tickAt('2026-03-01T12:00:59.985Z', 1);
    expect(await fires()).to.equal(1);
    expect(gaps()[0]).to.be.at.least(15.1);
  });

  it('waits also for what came to be that near while the question was answered', async () => {
    await tickAt('2026-03-01T12:00:59.976Z', 1, 10);
    expect(await fires()).to.equal(1);
    expect(gaps()[0]).to.be.at.least(24.1);
  });

  it('waits again where its question came too early', async () => {
    await tickAt('2026-03-01T12:00:59.995Z', 2);
    expect(await fires()).to.equal(1);
    expect(Math.min(...gaps().slice(0, 2))).to.be.at.least(5.1);
  });

  it('gives up where the clock stands, and rests', async () => {
    const { shortestMs } = await tickAt('2026-03-01T12:00:59.995Z', 100);
    expect(gaps()).to.have.length(3);
    expect(Math.min(...gaps())).to.be.at.least(5.1);
    expect([shortestMs, await fires()]).to.deep.equal([20, 0]);
  });

  it('does not wait for what is due later, and rests until then, counted from its question on', async () => {
    const { longestMs } = await tickAt('2026-03-01T12:00:59.500Z', 100, 50);
    expect([questions.length, await fires()]).to.deep.equal([1, 0]);
    // A timer of Node may come a millisecond early; counted from the answer it would be 500.
    expect(longestMs).to.be.at.most(452);
  });
});
