import { expect } from 'chai';
import { Heartbeat } from '../../lib/scheduler/heartbeat.ts';
import { createTestDatabase, query, type TestDatabase } from '../support/databases.ts';
import { takeLead, type TestLeader } from './test-leader.ts';

describe('old fires', () => {
  let database: TestDatabase;
  let leader: TestLeader;
  before(async () => {
    database = await createTestDatabase();
  });
  beforeEach(async () => {
    await database.plain.raw('truncate worker_schedule_fires');
    leader = await takeLead(database);
  });
  afterEach(() => leader.close());
  after(() => database.drop());

  /** So many fires of so many workers, a minute between them; the newest of each worker is so many days old. */
  async function addFires(workers: number, fires: number, days: number): Promise<void> {
    await query(
      database,
      `insert into worker_schedule_fires (worker_name, scheduled_at, decided_at, outcome)
       select 'w' || w, at, at, 'skipped' from generate_series(1, ?::int) w, generate_series(1, ?::int) n,
         lateral (select now() - ? * interval '1 day' - n * interval '1 minute') m(at)`,
      [workers, fires, days],
    );
  }

  const left = async (): Promise<number> => (await query(database, 'select 1 from worker_schedule_fires')).length;

  /** Idle ticks until so many are left. */
  async function ticksUntil(count: number): Promise<number> {
    const heartbeat = new Heartbeat(leader.leading);
    let ticks = 0;
    for (; (await left()) > count; ticks += 1) {
      if (ticks > 1000) throw new Error(`${await left()} are left`);
      await heartbeat.prune();
    }
    return ticks;
  }

  it('of many workers go in fewer idle ticks than there are workers, and young ones stay', async () => {
    await addFires(100, 2, 31);
    await addFires(100, 1, 29);
    expect(await ticksUntil(100)).to.be.below(100);
    await new Heartbeat(leader.leading).prune();
    expect(await left()).to.equal(100);
  });

  it('of one worker all go, in steps', async () => {
    await addFires(1, 1200, 31);
    expect(await ticksUntil(0)).to.be.within(1, 4);
  });
});
