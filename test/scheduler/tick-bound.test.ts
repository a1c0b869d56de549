import { expect } from 'chai';
import { saveSchedule } from '../../lib/index.ts';
import { tick } from '../../lib/scheduler/tick.ts';
import { callCost } from '../ledger/call-cost.ts';
import { resolveNames } from '../../lib/database/names.ts';
import { look } from '../../lib/scheduler/look.ts';
import { setClock } from '../support/fake-clock.ts';
import { createTestDatabase, query, type TestDatabase } from '../support/databases.ts';
import { takeLead, type TestLeader } from './test-leader.ts';

describe('where the tick looks for what is due', () => {
  let database: TestDatabase;
  let leader: TestLeader;

  before(async () => {
    database = await createTestDatabase({ fakeClock: true });
  });

  beforeEach(async () => {
    await database.plain.raw('truncate worker_runs, worker_schedules, worker_schedule_fires');
    await setClock(database.plain, '2026-03-01T12:00:30Z');
    leader = await takeLead(database);
  });

  afterEach(() => leader.close());

  after(() => database.drop());

  const save = (workerName: string) => saveSchedule(database.knex, { workerName, cron: '* * * * *', request: {} });
  const fires = async (): Promise<unknown[]> =>
    (await query(database, `select worker_name, scheduled_at from worker_schedule_fires order by 2, 1`)).map(
      ({ worker_name, scheduled_at }) => [worker_name, (scheduled_at as Date).toISOString().slice(11, 19)],
    );

  it('is from the last tick on that left nothing; an edit that committed late is found when it is heard of', async () => {
    await save('a');
    await tick(leader.leading, undefined);
    await setClock(database.plain, '2026-03-01T12:01:00Z');
    await tick(leader.leading, undefined);
    // Its next run lies before that tick, for its transaction began long ago.
    await save('late');
    await query(
      database,
      `update worker_schedules set next_run_at = '2026-03-01T12:00:10Z' where worker_name = 'late'`,
    );
    const { longestMs } = await tick(leader.leading, undefined);
    expect(longestMs).to.equal(2000);
    expect(await fires()).to.deep.equal([['a', '12:01:00']]);
    leader.leading.dueBound.forget();
    await tick(leader.leading, undefined);
    expect(await fires()).to.deep.equal([
      ['a', '12:01:00'],
      ['late', '12:01:00'],
    ]);
  });

  it('is the whole past again after ten seconds, in which somebody may have written without a word', async () => {
    await tick(leader.leading, undefined);
    await save('silent');
    await query(database, `update worker_schedules set next_run_at = '2026-03-01T12:00:10Z'`);
    await tick(leader.leading, undefined);
    expect(await fires()).to.deep.equal([]);
    leader.pass(10_000);
    await tick(leader.leading, undefined);
    expect(await fires()).to.deep.equal([['silent', '12:00:10']]);
  });

  it('is not moved on over a schedule that an operator holds', async () => {
    await save('a');
    await setClock(database.plain, '2026-03-01T12:01:00Z');
    const operator = await database.knex.transaction();
    await operator.raw(`select 1 from worker_schedules for update`);
    await tick(leader.leading, undefined);
    expect(leader.leading.dueBound.begin()).to.equal(null);
    await operator.rollback();
    await tick(leader.leading, undefined);
    expect(await fires()).to.deep.equal([['a', '12:01:00']]);
  });

  it('is not moved on over a worker that was left out, though its wait ends within the tick', async () => {
    await save('a');
    await setClock(database.plain, '2026-03-01T12:01:05Z');
    leader.leading.holdback.defer('a', 'somebody holds it');
    const { session } = leader.leading;
    const read = session.read.bind(session);
    session.read = async (work) => {
      const answer = await read(work);
      leader.pass(300);
      return answer;
    };
    await tick(leader.leading, undefined);
    await tick(leader.leading, undefined);
    expect(await fires()).to.deep.equal([['a', '12:01:00']]);
  });

  it('costs no more behind an old snapshot, which keeps what was due in the past in the index', async () => {
    const names = resolveNames();
    for (let n = 0; n < 200; n += 1) await save(`w${n}`);
    const old = await database.plain.transaction({ isolationLevel: 'repeatable read' });
    await old.raw('select count(*) from worker_schedules');
    for (let minute = 1; minute <= 30; minute += 1) {
      await query(database, `update worker_schedules set next_run_at = next_run_at + interval '1 minute'`);
    }
    const pages = async (since: string | null): Promise<number> =>
      (
        await callCost(database.plain, database.plain, () =>
          look(database.plain, names, { since, except: [], limit: 1000, withRequests: false }),
        )
      ).pages;
    await setClock(database.plain, '2026-03-01T12:30:59Z');
    const [unbounded, bounded] = [await pages(null), await pages('2026-03-01T12:30:58Z')];
    await old.rollback();
    expect(unbounded).to.be.above(50);
    expect(bounded).to.be.below(15);
  });
});
