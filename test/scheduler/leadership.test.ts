import { expect } from 'chai';
import {
  saveSchedule,
  type SchedulerHandle,
  type SchedulerOptions,
  startScheduler,
  type WorkerSchedulesError,
} from '../../lib/index.ts';
import { openLeaderSession } from '../../lib/database/leader-session.ts';
import { resolveNames } from '../../lib/database/names.ts';
import { execute } from '../../lib/database/read-rows.ts';
import { migrate } from '../../migrations/index.ts';
import { createTestDatabase, query, type TestDatabase } from '../support/databases.ts';
import { advanceClock, setClock } from '../support/fake-clock.ts';
import { hostKnex } from '../support/host-knex.ts';
import { waitFor } from '../support/wait-for.ts';
import { emptyTables, readFires } from './read-ledger.ts';

describe('leadership', () => {
  let database: TestDatabase;
  const started: SchedulerHandle[] = [];

  const start = async (name: string, options: SchedulerOptions = {}): Promise<SchedulerHandle> => {
    const scheduler = await startScheduler(database.knex, { name, idleSeconds: 1, ...options });
    started.push(scheduler);
    return scheduler;
  };
  const isLeading = (scheduler: SchedulerHandle): Promise<boolean> => waitFor(() => scheduler.state === 'leading');

  before(async () => {
    database = await createTestDatabase({ fakeClock: true });
  });
  after(() => database.drop());
  beforeEach(async () => {
    await emptyTables(database);
    await setClock(database.plain, '2026-03-01T00:00:30Z');
  });
  afterEach(async () => {
    await Promise.all(started.splice(0).map((scheduler) => scheduler.stop()));
  });

  it('one leads, the others stand by, visible by name in pg_locks', async () => {
    const [first, second, third] = [await start('one'), await start('two'), await start('three')];
    expect([first.state, second.state, third.state]).to.deep.equal(['leading', 'standby', 'standby']);
    const waiting = (): Promise<unknown[]> =>
      query(
        database,
        `select a.application_name from pg_locks l join pg_stat_activity a using (pid)
          where l.locktype = 'advisory' and not l.granted and a.datname = current_database() order by 1`,
      );
    await waitFor(async () => (await waiting()).length === 2);
    expect(await waiting()).to.deep.equal([
      { application_name: 'worker-schedules scheduler three' },
      { application_name: 'worker-schedules scheduler two' },
    ]);
  });

  it('R-E2: a standby leads as soon as the leader stops; stop() may be called twice', async () => {
    const [first, second] = [await start('one'), await start('two')];
    const stopped = first.stop();
    expect(first.stop()).to.equal(stopped);
    await stopped;
    expect(first.state).to.equal('stopped');
    await isLeading(second);
  });

  it('R-E4: two installs in one database lead each their own, whatever locks the host takes', async () => {
    const names = { schema: 'other' };
    await database.plain.raw('create schema other');
    await migrate(database.knex, { names });
    const host = await database.plain.transaction();
    await host.raw('select pg_advisory_xact_lock(1)');
    const [ours, theirs] = [await start('ours'), await start('theirs', { names })];
    expect([ours.state, theirs.state]).to.deep.equal(['leading', 'leading']);
    await saveSchedule(database.knex, { workerName: 'w', cron: '* * * * *', request: {} });
    await saveSchedule(database.knex, { workerName: 'w', cron: '* * * * *', request: {} }, { names });
    await advanceClock(database.plain, '1 minute');
    await waitFor(async () => (await query(database, 'select 1 from other.worker_runs')).length === 1);
    await waitFor(async () => (await query(database, 'select 1 from worker_runs')).length === 1);
    await host.rollback();
  });

  it('a write of a session that does not hold the lock is refused and changes nothing', async () => {
    const leader = await openLeaderSession(database.knex, { names: resolveNames(), name: 'holder' });
    expect(await leader.tryToLead()).to.equal(true);
    const other = await openLeaderSession(database.knex, { names: resolveNames(), name: 'pretender' });
    expect(await other.tryToLead()).to.equal(false);
    const error = await other
      .write((trx) => execute(trx, `insert into worker_scheduler_state (leader) values ('pretender')`))
      .catch((thrown: unknown) => thrown);
    expect(error).to.have.property('code', 'leadership_lost');
    expect(other.lost.aborted).to.equal(true);
    expect(await query(database, 'select 1 from worker_scheduler_state')).to.deep.equal([]);
    await Promise.all([leader.close(), other.close()]);
  });

  it('a session that is terminated ends the leadership, with its reason, and the scheduler stands again', async () => {
    const scheduler = await start('one');
    const lost: string[] = [];
    scheduler.on('leadership-lost', ({ reason }) => lost.push(reason));
    await query(
      database,
      `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name = 'worker-schedules scheduler one'`,
    );
    await waitFor(() => lost.length === 1);
    await isLeading(scheduler);
  });

  it('wakes at once when a schedule is saved, without waiting for the idle limit', async () => {
    await start('one', { idleSeconds: 5 });
    await saveSchedule(database.knex, { workerName: 'w', cron: '* * * * *', request: {} });
    await advanceClock(database.plain, '1 minute');
    const asked = performance.now();
    await saveSchedule(database.knex, { workerName: 'v', cron: '* * * * *', request: {} });
    await waitFor(async () => (await readFires(database)).length === 1);
    expect(performance.now() - asked).to.be.below(4000);
  });

  it('R-D1: a schedule that is due in 300 days neither fires nor makes the leader spin', async () => {
    const scheduler = await start('one');
    let ticks = 0;
    scheduler.on('tick', () => (ticks += 1));
    await saveSchedule(database.knex, { workerName: 'yearly', cron: '0 9 1 3 *', request: {} });
    await waitFor(() => ticks >= 3);
    expect(await readFires(database)).to.deep.equal([]);
    await setClock(database.plain, '2026-03-01T09:00:00Z');
    await waitFor(async () => (await readFires(database)).length === 1);
  });

  it('R-N1: stop() waits for the tick under way; nothing is written after it', async () => {
    const scheduler = await start('one');
    await saveSchedule(database.knex, { workerName: 'w', cron: '* * * * *', request: {} });
    const holder = await database.plain.transaction();
    await holder.raw('lock table worker_schedule_fires in access exclusive mode');
    await advanceClock(database.plain, '1 minute');
    const stopping = scheduler.stop();
    await holder.commit();
    await stopping;
    const before = await query(database, 'select * from worker_schedule_fires');
    await advanceClock(database.plain, '10 minutes');
    expect(await query(database, 'select * from worker_schedule_fires')).to.deep.equal(before);
    const sessions = await query(
      database,
      `select 1 from pg_stat_activity
        where datname = current_database() and application_name = 'worker-schedules scheduler one'`,
    );
    expect(sessions).to.deep.equal([]);
  });

  it('R-N3: a scheduler started again after a stop ticks at once', async () => {
    await (await start('one')).stop();
    await start('one');
    await saveSchedule(database.knex, { workerName: 'w', cron: '* * * * *', request: {} });
    await advanceClock(database.plain, '1 minute');
    await waitFor(async () => (await readFires(database)).length === 1);
  });

  it('refuses unknown options, values out of range, and a database that was not migrated, by name', async () => {
    const refused = async (options: object): Promise<unknown> =>
      startScheduler(database.knex, options).catch((thrown: unknown) => thrown);
    expect(await refused({ idelSeconds: 2 })).to.have.property('code', 'invalid_options');
    expect(String(await refused({ idelSeconds: 2 }))).to.contain('idelSeconds');
    expect(await refused({ idleSeconds: 9 })).to.have.nested.property('fields[0].path', 'idleSeconds');
    const missing = await refused({ names: { schema: 'nowhere' } });
    expect(missing).to.have.property('code', 'schema_missing');
    expect((missing as WorkerSchedulesError).details['missing']).to.include('table worker_schedules');
  });

  it('throws database_unavailable when there is no database at the start, and leaves the pool of the host alone', async () => {
    const nowhere = hostKnex('postgres://127.0.0.1:1/nowhere');
    const error = await startScheduler(nowhere).catch((thrown: unknown) => thrown);
    expect(error).to.have.property('code', 'database_unavailable');
    await nowhere.destroy();
    await start('one');
    expect(await query(database, 'select 1 as one')).to.deep.equal([{ one: 1 }]);
  });
});
