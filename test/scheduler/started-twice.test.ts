import { expect } from 'chai';
import { saveSchedule, type SchedulerHandle, startScheduler } from '../../lib/index.ts';
import { createTestDatabase, query, type TestDatabase } from '../support/databases.ts';
import { DatabaseLink } from '../support/database-link.ts';
import { advanceClock, setClock } from '../support/fake-clock.ts';
import { waitFor, waitForRow } from '../support/wait-for.ts';
import { emptyTables, readFires } from './read-ledger.ts';

/** A fire takes a while to be written, when a row says so. */
const SLOW_FIRES = `
  create table slow_fires (seconds float8);
  create function be_slow() returns trigger language plpgsql as $$
    begin perform pg_sleep(seconds) from slow_fires; return new; end $$;
  create trigger be_slow before insert on worker_schedule_fires for each row execute function be_slow()`;

const OURS = `datname = current_database() and application_name = 'worker-schedules scheduler ' || ?`;

describe('several schedulers of one install in one process', () => {
  let database: TestDatabase;
  const started: SchedulerHandle[] = [];

  const start = async (name: string): Promise<SchedulerHandle> => {
    const scheduler = await startScheduler(database.knex, { name, idleSeconds: 1 });
    started.push(scheduler);
    return scheduler;
  };

  before(async () => {
    database = await createTestDatabase({ fakeClock: true });
    await database.plain.raw(SLOW_FIRES);
  });
  after(() => database.drop());
  beforeEach(async () => {
    await emptyTables(database);
    await setClock(database.plain, '2026-03-01T00:00:30Z');
    await saveSchedule(database.knex, { workerName: 'w', cron: '* * * * *', request: {} });
  });
  afterEach(async () => {
    await database.plain.raw('truncate slow_fires');
    await Promise.all(started.splice(0).map((scheduler) => scheduler.stop()));
  });

  it('R-N3: four that are started have one leader and make one run of an occurrence', async () => {
    const all = [await start('a'), await start('b'), await start('c'), await start('d')];
    expect(all.map(({ state }) => state)).to.deep.equal(['leading', 'standby', 'standby', 'standby']);
    await advanceClock(database.plain, '1 minute');
    await waitFor(async () => (await readFires(database)).length === 1);
    await Promise.all(all.slice(0, 3).map((scheduler) => scheduler.stop()));
    await waitFor(() => all[3]?.state === 'leading');
    expect(await query(database, 'select 1 from worker_runs')).to.have.length(1);
  });

  it('R-N3: one that is started while the tick of a stopped one still hangs leads after it, and decides nothing twice', async () => {
    const first = await start('first');
    await database.plain.raw('insert into slow_fires values (1.5)');
    await advanceClock(database.plain, '1 minute');
    await waitForRow(database, `select 1 from pg_stat_activity where wait_event = 'PgSleep' and ${OURS}`, ['first']);
    const stopping = first.stop();
    const second = await start('second');
    expect(second.state).to.equal('standby');
    await stopping;
    await waitFor(() => second.state === 'leading');
    await database.plain.raw('truncate slow_fires');
    expect(await readFires(database)).to.deep.equal(['w 01 00:01 enqueued']);
    await database.plain.raw(`update worker_runs set status = 'SUCCESS'`);
    await advanceClock(database.plain, '1 minute');
    await waitFor(async () => (await readFires(database)).length === 2);
    expect(await query(database, 'select 1 from worker_runs')).to.have.length(2);
  });

  it('R-E2: a lock that was granted to one who never heard of it is soon free for another', async () => {
    const link = await DatabaseLink.open(database.url);
    const leader = await start('leader');
    const deaf = await startScheduler(link.knex(), { name: 'deaf', takeover: 'tight' });
    started.push(deaf);
    const waits = `select 1 from pg_locks l join pg_stat_activity a using (pid)
      where l.locktype = 'advisory' and not l.granted and a.${OURS}`;
    await waitForRow(database, waits, ['deaf']);
    link.freeze();
    await leader.stop();
    const other = await start('other');
    await waitFor(() => other.state === 'leading', { timeoutMs: 25_000 });
    await advanceClock(database.plain, '1 minute');
    await waitFor(async () => (await readFires(database)).length === 1);
    link.restore();
    await waitFor(() => deaf.state === 'standby', { timeoutMs: 20_000 });
    await deaf.stop();
    await link.close();
  }).timeout(90_000);
});
