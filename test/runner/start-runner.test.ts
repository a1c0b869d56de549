import { expect } from 'chai';
import { enqueueRun } from '../../lib/ledger/enqueue-run.ts';
import { createTestDatabase, query, type TestDatabase } from '../support/databases.ts';
import { advanceClock, setClock } from '../support/fake-clock.ts';
import { waitForRow } from '../support/wait-for.ts';
import { clearRuns, errorOf, insertScheduled, rowOf } from '../ledger/ledger-fixture.ts';
import { catalogue, HeldAdapter, queueRun, start, stopRunners } from './runner-fixture.ts';

describe('a runner', () => {
  let database: TestDatabase;
  before(async () => {
    database = await createTestDatabase({ fakeClock: true });
  });
  beforeEach(async () => {
    await clearRuns(database);
    await setClock(database.plain, '2026-03-01T10:00:00Z');
  });
  afterEach(stopRunners);
  after(() => database.drop());

  const ended = (id: string) =>
    waitForRow<{ status: string; error: string | null }>(
      database,
      `SELECT status, error FROM worker_runs WHERE id = ? AND finished_at IS NOT NULL`,
      [id],
    );

  it('executes a run and stores SUCCESS when its work returns', async () => {
    const walk = new HeldAdapter();
    const recorded = await start(database, { workers: { walk }, runnerId: 'r1' });
    const { id } = await queueRun(database);
    const work = await walk.work();
    expect(await rowOf(database, id)).to.include({ status: 'RUNNING', runner_id: 'r1' });
    work.finish();
    const { run } = await recorded.event('succeeded');
    expect(run).to.include({ id, status: 'SUCCESS', error: null });
    expect((await ended(id)).status).to.equal('SUCCESS');
    expect(recorded.names).to.deep.equal(['claimed', 'succeeded']);
  });

  it('stores FAILED with class and message when its work throws', async () => {
    const walk = new HeldAdapter();
    const recorded = await start(database, { workers: { walk } });
    const { id } = await queueRun(database);
    (await walk.work()).fail(new RangeError('too deep'));
    await recorded.event('failed');
    expect(await ended(id)).to.deep.equal({ status: 'FAILED', error: 'RangeError: too deep' });
  });

  it('stores FAILED when an adapter throws before it has anything to wait for', async () => {
    const run = (): never => {
      throw new TypeError('at once');
    };
    await start(database, { workers: { walk: { run } } });
    expect(await ended((await queueRun(database)).id)).to.deep.equal({ status: 'FAILED', error: 'TypeError: at once' });
  });

  it('is woken by a run that is queued, long before it polls', async () => {
    const walk = new HeldAdapter();
    await start(database, { workers: { walk }, pollSeconds: 60 });
    await waitForRow(database, `SELECT 1 FROM pg_stat_activity WHERE application_name = ? AND query LIKE 'LISTEN%'`, [
      'worker-schedules runner',
    ]);
    await queueRun(database);
    (await walk.work()).finish();
  });

  it('finds runs by polling when it does not listen', async () => {
    const walk = new HeldAdapter();
    await start(database, { workers: { walk }, listen: false });
    await queueRun(database);
    (await walk.work()).finish();
    const sessions = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND application_name = ?`;
    expect(await query(database, sessions, ['worker-schedules runner'])).to.have.length(0);
  });

  it('leaves a retry alone until its moment by the database’s clock', async () => {
    const walk = new HeldAdapter();
    const recorded = await start(database, { workers: { walk, count: walk } });
    const id = await insertScheduled(database, { workerName: 'walk', notBefore: '2026-03-01T10:01:00Z' });
    await queueRun(database, 'count');
    (await walk.work()).finish();
    await recorded.event('succeeded');
    expect((await rowOf(database, id))['status']).to.equal('QUEUED');
    await advanceClock(database.plain, '60 seconds');
    const work = await walk.work(1);
    expect(work.run.id).to.equal(id);
    work.finish();
  });

  it('executes as many at once as it may, and the next as soon as one has ended', async () => {
    const held = new HeldAdapter();
    const workers = { walk: held, count: held, send: held };
    const recorded = await start(database, { workers, concurrency: 2, pollSeconds: 60 });
    for (const name of ['walk', 'count', 'send'] as const) await queueRun(database, name);
    const [first, second] = [await held.work(0), await held.work(1)];
    const waiting = await query<{ worker_name: string }>(
      database,
      `SELECT worker_name FROM worker_runs WHERE status = 'QUEUED'`,
    );
    expect(waiting.map((row) => row.worker_name)).to.deep.equal(['send']);
    first.finish();
    const third = await held.work(2);
    expect(third.run.workerName).to.equal('send');
    second.finish();
    third.finish();
    await recorded.event('succeeded', 2);
  });

  it('leaves the workers of others alone', async () => {
    const walk = new HeldAdapter();
    await start(database, { workers: { walk } });
    const other = await queueRun(database, 'count');
    await queueRun(database);
    (await walk.work()).finish();
    expect((await rowOf(database, other.id))['status']).to.equal('QUEUED');
  });

  it('shares the runs with another runner, each executed once', async () => {
    const held = new HeldAdapter();
    const workers = { walk: held, count: held, send: held };
    const runners = await Promise.all([start(database, { workers }), start(database, { workers, concurrency: 2 })]);
    for (const name of ['walk', 'count', 'send'] as const) await queueRun(database, name);
    for (const n of [0, 1, 2]) (await held.work(n)).finish();
    await waitForRow(database, `SELECT 1 FROM worker_runs HAVING count(*) FILTER (WHERE status = 'SUCCESS') = 3`);
    expect(new Set(held.works.map((work) => work.run.id))).to.have.property('size', 3);
    expect(runners.flatMap((runner) => runner.happenings).filter(({ name }) => name === 'claimed')).to.have.length(3);
  });

  it('is announced with its workers while it lives, and no longer', async () => {
    const recorded = await start(database, { runnerId: 'announced' });
    const row = (await query(database, `SELECT * FROM worker_runners WHERE runner_id = 'announced'`))[0];
    expect(row).to.deep.include({ workers: ['walk'], pid: process.pid, expires_at: new Date('2026-03-01T10:00:30Z') });
    await recorded.runner.stop();
    expect(await query(database, 'SELECT 1 FROM worker_runners')).to.have.length(0);
  });

  it('goes on when a listener of its events throws', async () => {
    const walk = new HeldAdapter();
    const recorded = await start(database, { workers: { walk } });
    recorded.runner.on('claimed', () => {
      throw new Error('a bug of the host');
    });
    const { id } = await queueRun(database);
    (await walk.work()).finish();
    expect((await ended(id)).status).to.equal('SUCCESS');
  });

  it('refuses a database that was not migrated', async () => {
    const empty = await createTestDatabase({ migrated: false });
    expect((await errorOf(start(empty, {}))).code).to.equal('schema_missing');
    await empty.drop();
  });

  it('refuses options before it touches the database', async () => {
    expect((await errorOf(start(database, { leaseSeconds: 0 }))).code).to.equal('invalid_options');
  });

  it('executes a run that the host queued in its own transaction only when that has committed', async () => {
    const walk = new HeldAdapter();
    await start(database, { workers: { walk } });
    const host = await database.knex.transaction();
    await enqueueRun(host, { workerName: 'walk', request: { folder: '/' } }, { catalogue });
    await queueRun(database, 'count');
    expect(walk.works).to.have.length(0);
    await host.commit();
    (await walk.work()).finish();
  });
});
