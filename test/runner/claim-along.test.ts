import { expect } from 'chai';
import { clearRuns, rowOf } from '../ledger/ledger-fixture.ts';
import { createTestDatabase, query, type TestDatabase } from '../support/databases.ts';
import { waitForRow } from '../support/wait-for.ts';
import { REFUSE, refusing } from './refusing.ts';
import { HeldAdapter, queueRun, start, stopRunners } from './runner-fixture.ts';

describe('a runner that ends a run', () => {
  let database: TestDatabase;
  before(async () => {
    database = await createTestDatabase();
  });
  beforeEach(() => clearRuns(database));
  afterEach(stopRunners);
  after(() => database.drop());

  it('claims the next in the same statement, one after the other', async () => {
    const held = new HeldAdapter();
    const recorded = await start(database, { workers: { walk: held, count: held, send: held } });
    const ids = [];
    for (const name of ['walk', 'count', 'send'] as const) ids.push((await queueRun(database, name)).id);
    for (let n = 0; n < 3; n += 1) (await held.work(n)).finish();
    await recorded.event('succeeded', 2);
    expect(held.works.map(({ run }) => run.id)).to.deep.equal(ids);
    const rows = await query<{ together: boolean | null }>(
      database,
      'SELECT started_at = lag(finished_at) OVER (ORDER BY id) AS together FROM worker_runs ORDER BY id',
    );
    expect(rows.map(({ together }) => together)).to.deep.equal([null, true, true]);
    expect(recorded.names).to.deep.equal(['claimed', 'succeeded', 'claimed', 'succeeded', 'claimed', 'succeeded']);
  });

  it('never has more runs at a time than its concurrency', async () => {
    const held = new HeldAdapter();
    const workers = { walk: held, count: held, send: held };
    const recorded = await start(database, { workers, concurrency: 2, pollSeconds: 0.1 });
    for (const name of ['walk', 'count'] as const) await queueRun(database, name);
    (await held.work(1)).finish();
    await recorded.event('succeeded');
    await queueRun(database, 'send');
    await queueRun(database, held.works[1]!.run.workerName as 'walk');
    await held.work(2);
    const [busy] = await query(database, `SELECT count(*)::int AS n FROM worker_runs WHERE status = 'RUNNING'`);
    expect(busy).to.deep.equal({ n: 2 });
    for (const work of held.works) work.finish();
    (await held.work(3)).finish();
    await recorded.event('succeeded', 3);
  });

  it('leaves the next alone once it is asked to stop', async () => {
    const held = new HeldAdapter();
    const recorded = await start(database, { workers: { walk: held, count: held }, graceSeconds: 60 });
    await queueRun(database, 'walk');
    const work = await held.work();
    const { id } = await queueRun(database, 'count');
    const stopped = recorded.runner.stop();
    work.finish();
    await stopped;
    expect((await rowOf(database, id))['status']).to.equal('QUEUED');
  });

  it('reports its run even where the next cannot be claimed', async () => {
    await query(database, refusing('count'));
    const held = new HeldAdapter();
    const recorded = await start(database, { workers: { walk: held, count: held } });
    const { id } = await queueRun(database, 'walk');
    const work = await held.work();
    const next = await queueRun(database, 'count');
    await query(database, REFUSE);
    try {
      work.finish();
      await recorded.event('succeeded');
      expect((await rowOf(database, id))['status']).to.equal('SUCCESS');
      await recorded.event('unavailable');
    } finally {
      await query(database, 'DROP TRIGGER refuse ON worker_runs');
    }
    (await held.work(1)).finish();
    await waitForRow(database, `SELECT 1 FROM worker_runs WHERE id = ? AND status = 'SUCCESS'`, [next.id]);
  });

  it('executes a run whose claim was answered when nobody waited for it any more', async () => {
    const held = new HeldAdapter();
    const recorded = await start(database, { workers: { walk: held, count: held } });
    const { id } = await queueRun(database, 'walk');
    const work = await held.work();
    const { id: nextId } = await queueRun(database, 'count');
    await database.plain.transaction(async (trx) => {
      await trx.raw('SELECT 1 FROM worker_runs WHERE id = ? FOR UPDATE', [id]);
      work.finish();
      // Two reports wait: the first, which claims, was given up after 5 s, and the second has been sent.
      await waitForRow(database, WAITING_TWICE, [], 20_000);
    });
    const next = await held.work(1);
    expect(next.run.id).to.equal(nextId);
    next.finish();
    await recorded.event('succeeded', 1);
    expect((await rowOf(database, nextId))['status']).to.equal('SUCCESS');
  });
});

const WAITING_TWICE = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
  HAVING count(*) = 2`;
