import { expect } from 'chai';
import type { Knex } from 'knex';
import { createTestDatabase, query, type TestDatabase } from '../support/databases.ts';
import { waitFor, waitForRow } from '../support/wait-for.ts';
import { clearRuns, errorOf, rowOf } from '../ledger/ledger-fixture.ts';
import { DatabaseLink } from '../support/database-link.ts';
import { expectReason, HeldAdapter, queueRun, type RecordedRunner, start, stopRunners } from './runner-fixture.ts';

describe('a runner whose database goes away', () => {
  let database: TestDatabase;
  let link: DatabaseLink;
  before(async () => {
    database = await createTestDatabase();
  });
  beforeEach(async () => {
    await clearRuns(database);
    link = await DatabaseLink.open(database.url);
  });
  afterEach(async () => {
    link.restore();
    await stopRunners();
    await link.close();
  });
  after(() => database.drop());

  const statusOf = async (id: string): Promise<unknown> => (await rowOf(database, id))['status'];

  it('says so once, survives, and claims by itself when it is back', async () => {
    const walk = new HeldAdapter();
    const recorded = await start({ knex: link.knex() }, { workers: { walk } });
    link.cut();
    await recorded.event('unavailable');
    expect(recorded.runner.state).to.equal('unavailable');
    const { id } = await queueRun(database);
    link.restore();
    (await walk.work()).finish();
    await recorded.event('succeeded');
    expect(await statusOf(id)).to.equal('SUCCESS');
    expect(recorded.names).to.deep.equal(['unavailable', 'available', 'claimed', 'succeeded']);
    expect(recorded.runner.state).to.equal('running');
  });

  it('reports an outcome that it could not report, while the lease holds', async () => {
    const walk = new HeldAdapter();
    const recorded = await start({ knex: link.knex() }, { workers: { walk } });
    const { id } = await queueRun(database);
    const work = await walk.work();
    link.cut();
    work.fail(new RangeError('x'));
    await waitFor(() => recorded.runner.state === 'running');
    expect(await statusOf(id)).to.equal('RUNNING');
    link.restore();
    await recorded.event('failed');
    expect(await statusOf(id)).to.equal('FAILED');
  });

  it('gives up a finished outcome when its lease is over, and says so', async () => {
    const walk = new HeldAdapter();
    const recorded = await start({ knex: link.knex() }, { workers: { walk }, leaseSeconds: 1 });
    const { id } = await queueRun(database);
    const work = await walk.work();
    link.cut();
    work.finish();
    expect(await recorded.event('outcome-dropped')).to.include({ outcome: 'SUCCESS' });
    expect(await statusOf(id)).to.equal('RUNNING');
  });

  it('aborts its work when the lease could not be renewed in time', async () => {
    const walk = new HeldAdapter();
    const recorded = await start({ knex: link.knex() }, { workers: { walk }, leaseSeconds: 1 });
    await queueRun(database);
    const work = await walk.work();
    link.freeze();
    const frozenAt = performance.now();
    await recorded.event('lease-lost');
    expect(performance.now() - frozenAt).to.be.below(1500);
    expectReason(work.context.signal, 'lease_unconfirmed');
    work.finish();
  });

  it('survives that each of its sessions is terminated, again and again, while it works', async () => {
    const walk = new HeldAdapter();
    const knex = link.knex();
    const recorded = await start({ knex }, { workers: { walk } });
    for (let round = 0; round < 5; round += 1) {
      const { id } = await queueRun(database);
      const work = await walk.work(round);
      await query(
        database,
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name <> ''`,
      );
      link.cut();
      link.restore();
      work.finish();
      await waitForRow(database, `SELECT 1 FROM worker_runs WHERE id = ? AND status = 'SUCCESS'`, [id]);
    }
    await recorded.event('succeeded', 4);
  });

  it('listens again after its session was lost', async () => {
    const walk = new HeldAdapter();
    await start({ knex: link.knex() }, { workers: { walk }, pollSeconds: 60 });
    const session = `SELECT pid FROM pg_stat_activity
      WHERE datname = current_database() AND application_name = 'worker-schedules runner' AND query LIKE 'LISTEN%'`;
    const { pid } = await waitForRow<{ pid: number }>(database, session);
    await query(database, 'SELECT pg_terminate_backend(?)', [pid]);
    await waitForRow(database, `${session} AND pid <> ?`, [pid]);
    await queueRun(database);
    (await walk.work()).finish();
  });

  it('stops in bounded time while nothing is answered', async () => {
    const walk = new HeldAdapter();
    const recorded = await start({ knex: link.knex() }, { workers: { walk } });
    await queueRun(database);
    const work = await walk.work();
    link.freeze();
    const begun = performance.now();
    await recorded.runner.stop();
    expect(performance.now() - begun).to.be.below(12_000);
    expect(recorded.names.slice(-2)).to.deep.equal(['outcome-dropped', 'stopped']);
    work.finish();
  });

  /** Makes the runner's claim wait for longer than the runner does, with a run that it will find. */
  async function holdClaims(recorded: RecordedRunner): Promise<Knex.Transaction> {
    const host = await database.plain.transaction();
    await host.raw('LOCK TABLE worker_runs IN ACCESS EXCLUSIVE MODE');
    await host.raw(
      `INSERT INTO worker_runs (worker_name, status, trigger, queued_at)
       VALUES ('walk', 'QUEUED', 'API', '2020-01-01T00:00:00Z')`,
    );
    await recorded.event('unavailable');
    return host;
  }

  it('executes a run whose claim was answered when nobody waited for it any more', async () => {
    const walk = new HeldAdapter();
    const recorded = await start({ knex: link.knex() }, { workers: { walk }, listen: false });
    const host = await holdClaims(recorded);
    await host.commit();
    (await walk.work()).finish();
    expect((await recorded.event('succeeded')).run.workerName).to.equal('walk');
  });

  it('gives back a run whose lease may be over by the time its claim is answered', async () => {
    const walk = new HeldAdapter();
    const recorded = await start({ knex: link.knex() }, { workers: { walk }, listen: false, leaseSeconds: 1 });
    const host = await holdClaims(recorded);
    await host.commit();
    await waitForRow(
      database,
      `SELECT 1 FROM worker_runs WHERE status = 'INTERRUPTED' AND error LIKE 'RunnerError: %'`,
    );
    expect(walk.works).to.have.length(0);
  });

  it('leaves no run RUNNING when such an answer comes while it stops', async () => {
    const walk = new HeldAdapter();
    const recorded = await start({ knex: link.knex() }, { workers: { walk }, listen: false });
    const host = await holdClaims(recorded);
    const stopped = recorded.runner.stop();
    await host.commit();
    await stopped;
    const [run] = await query<{ status: string }>(database, 'SELECT status FROM worker_runs');
    expect(run?.status).to.be.oneOf(['QUEUED', 'INTERRUPTED']);
  });

  it('cannot be started without it', async () => {
    link.cut();
    expect(await errorOf(start({ knex: link.knex() }, {}))).to.be.instanceOf(Error);
  });

  it('works with a pool of one, fifty runs in a row', async () => {
    const walk = { run: () => Promise.resolve() };
    const recorded = await start(
      { knex: link.knex({ pool: { min: 0, max: 1 } }) },
      { workers: { walk }, pollSeconds: 60 },
    );
    for (let round = 0; round < 50; round += 1) {
      await queueRun(database);
      await recorded.event('succeeded', round);
    }
    expect(recorded.names).not.to.include('unavailable');
  });
});
