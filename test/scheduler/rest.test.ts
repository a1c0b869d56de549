import { expect } from 'chai';
import { readRow } from '../../lib/database/read-rows.ts';
import { lead } from '../../lib/scheduler/lead.ts';
import { Wake } from '../../lib/scheduler/wake.ts';
import { createTestDatabase, query, type TestDatabase } from '../support/databases.ts';
import { takeLead, type TestLeader } from './test-leader.ts';

/** How long the sign of life takes here, in seconds. */
const BEAT_SECONDS = 0.3;

/** Sleeps not at all, and ends the leadership with the first sleep; it knows how long ago that sleep was planned. */
class FirstSleep extends Wake {
  readonly stopping = new AbortController();
  plannedMsAgo: number | undefined;

  override sleep(_shortestMs: number, _longestMs: number, since = performance.now()): Promise<void> {
    this.plannedMsAgo = performance.now() - since;
    this.stopping.abort();
    return Promise.resolve();
  }
}

describe('the rest of a leader', () => {
  let database: TestDatabase;
  let leader: TestLeader;

  before(async () => {
    database = await createTestDatabase();
    await database.plain.raw(`create function slow() returns trigger language plpgsql as $$
      begin perform pg_sleep(${BEAT_SECONDS}); return null; end $$`);
    await database.plain.raw(`create trigger slow after insert or update on worker_scheduler_state
      for each statement execute function slow()`);
    leader = await takeLead(database);
  });
  after(async () => {
    await leader.close();
    await database.drop();
  });

  it('begins with what the tick saw, not when the sign of life after it is written', async () => {
    const sleep = new FirstSleep();
    // A row that cannot be written is news, which the sign of life tells at once.
    const { events, holdback } = leader.leading;
    events.on('tick', () => void holdback.poison('w', `held in tick ${leader.told('tick').length}`));
    await lead(leader.leading, sleep, sleep.stopping.signal);
    expect(sleep.plannedMsAgo).to.be.at.least(BEAT_SECONDS * 1000);
  });

  const knownStatements = (): Promise<number | undefined> =>
    leader.leading.session.read((session) =>
      readRow<number>(
        session,
        `select to_json(count(*))::text as json from pg_prepared_statements where statement like '%plan AS MATERIALIZED%'`,
      ),
    );

  it('comes after the statement that writes was rehearsed, which writes nothing', async () => {
    expect(await knownStatements()).to.equal(1);
    expect(await query(database, 'select 1 from worker_runs')).to.deep.equal([]);
    expect(await query(database, 'select 1 from worker_schedule_fires')).to.deep.equal([]);
  });

  it('comes also where the host holds the ledger, and with it what the rehearsal needs', async () => {
    const host = await database.plain.transaction();
    await host.raw('lock table worker_runs in share mode');
    const sleep = new FirstSleep();
    await lead(leader.leading, sleep, sleep.stopping.signal);
    await host.rollback();
    expect(leader.told('error')).to.deep.equal([]);
  });
});
