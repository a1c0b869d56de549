import { expect } from 'chai';
import { saveSchedule, type SchedulerHandle, startScheduler } from '../../lib/index.ts';
import { createTestDatabase, query, type TestDatabase } from '../support/databases.ts';
import { DatabaseLink } from '../support/database-link.ts';
import { advanceClock, setClock } from '../support/fake-clock.ts';
import { waitFor } from '../support/wait-for.ts';
import { emptyTables, readFires } from './read-ledger.ts';

describe('a scheduler whose database goes away', () => {
  let database: TestDatabase;
  let link: DatabaseLink;
  let scheduler: SchedulerHandle;
  let seen: string[];

  before(async () => {
    database = await createTestDatabase({ fakeClock: true });
  });
  after(() => database.drop());
  beforeEach(async () => {
    await emptyTables(database);
    await setClock(database.plain, '2026-03-01T00:00:30Z');
    await saveSchedule(database.knex, { workerName: 'w', cron: '* * * * *', request: {} });
    link = await DatabaseLink.open(database.url);
    scheduler = await startScheduler(link.knex(), { name: 'away', idleSeconds: 1 });
    seen = [];
    scheduler.on('status', ({ status }) => seen.push(status));
  });
  afterEach(async () => {
    link.restore();
    await scheduler.stop();
    await link.close();
  });

  it('loses the lead, tries again, and makes up what it missed when the database is back', async () => {
    link.cut();
    await waitFor(() => scheduler.state === 'reconnecting');
    await advanceClock(database.plain, '5 minutes');
    link.restore();
    await waitFor(() => scheduler.state === 'leading');
    await waitFor(async () => (await readFires(database)).length === 1);
    expect(await readFires(database)).to.deep.equal(['w 01 00:05 enqueued']);
    expect(seen).to.deep.equal(['reconnecting', 'leading']);
  });

  it('can be stopped while the database is away', async () => {
    link.cut();
    await waitFor(() => scheduler.state === 'reconnecting');
    const asked = performance.now();
    await scheduler.stop();
    expect(performance.now() - asked).to.be.below(5000);
    expect(scheduler.state).to.equal('stopped');
  });

  it('can be stopped while the database answers nothing', async () => {
    link.freeze();
    const asked = performance.now();
    await scheduler.stop();
    expect(performance.now() - asked).to.be.below(6500);
    link.restore();
    await waitFor(
      async () =>
        (
          await query(
            database,
            `select 1 from pg_stat_activity where datname = current_database() and application_name like '%scheduler away'`,
          )
        ).length === 0,
    );
  });

  it('R-E2: a leader that cannot tick steps down and leaves the lock to one that can', async () => {
    const errors: string[] = [];
    await new Promise((resolve) => scheduler.on('tick', resolve));
    scheduler.on('error', ({ during }) => errors.push(during));
    await database.plain.raw('alter table worker_schedules rename to moved_away');
    await waitFor(() => seen.includes('reconnecting'));
    const held = await query(
      database,
      `select 1 from pg_locks l join pg_stat_activity a using (pid)
        where l.locktype = 'advisory' and l.granted and a.datname = current_database() and a.application_name like '%scheduler away'`,
    );
    expect(held).to.deep.equal([]);
    expect(errors.filter((during) => during === 'tick')).to.have.length(3);
    await database.plain.raw('alter table moved_away rename to worker_schedules');
    await waitFor(() => scheduler.state === 'leading');
    await advanceClock(database.plain, '1 minute');
    await waitFor(async () => (await readFires(database)).length === 1);
  });
});
