import { expect } from 'chai';
import { createTestDatabase, query, type TestDatabase } from '../support/databases.ts';
import { setClock } from '../support/fake-clock.ts';
import { waitForRow } from '../support/wait-for.ts';
import { clearRuns, rowOf } from '../ledger/ledger-fixture.ts';
import { expectReason, HeldAdapter, ObedientAdapter, queueRun, start, stopRunners } from './runner-fixture.ts';

describe('stopping a runner', () => {
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

  it('is one stop however often it is asked for, and the host’s knex stays open', async () => {
    const recorded = await start(database, {});
    expect(recorded.runner.state).to.equal('running');
    const [first, second] = [recorded.runner.stop(), recorded.runner.stop()];
    expect(recorded.runner.state).to.equal('stopping');
    await Promise.all([first, second, recorded.runner.stop()]);
    expect(recorded.runner.state).to.equal('stopped');
    expect(recorded.names).to.deep.equal(['stopped']);
    await database.knex.raw('SELECT 1');
  });

  it('claims nothing more', async () => {
    const walk = new HeldAdapter();
    const recorded = await start(database, { workers: { walk } });
    await recorded.runner.stop();
    const { id } = await queueRun(database);
    const other = new HeldAdapter();
    await start(database, { workers: { walk: other } });
    (await other.work()).finish();
    await waitForRow(database, `SELECT 1 FROM worker_runs WHERE id = ? AND status = 'SUCCESS'`, [id]);
    expect(walk.works).to.have.length(0);
  });

  it('lets running work end within the grace period, and ends as soon as it has', async () => {
    const walk = new HeldAdapter();
    const recorded = await start(database, { workers: { walk }, graceSeconds: 3600 });
    const { id } = await queueRun(database);
    const work = await walk.work();
    const stopped = recorded.runner.stop();
    expect(work.context.signal.aborted).to.equal(false);
    work.finish();
    await stopped;
    expect((await rowOf(database, id))['status']).to.equal('SUCCESS');
    expect(recorded.names).to.deep.equal(['claimed', 'succeeded', 'stopped']);
  });

  it('aborts what runs after the grace period and reports it INTERRUPTED', async () => {
    const walk = new ObedientAdapter();
    const recorded = await start(database, { workers: { walk } });
    const { id } = await queueRun(database);
    const work = await walk.work();
    await recorded.runner.stop();
    expectReason(work.context.signal, 'runner_stopping');
    const row = await rowOf(database, id);
    expect(row['status']).to.equal('INTERRUPTED');
    expect(row['error']).to.match(/^RunAbortedError: .*grace period/);
    expect(recorded.names).to.deep.equal(['claimed', 'aborted', 'interrupted', 'stopped']);
  });

  it('does not wait for work that ignores its signal, and reports it INTERRUPTED', async () => {
    const walk = new HeldAdapter();
    const recorded = await start(database, { workers: { walk } });
    const { id } = await queueRun(database);
    const work = await walk.work();
    const begun = performance.now();
    await recorded.runner.stop();
    expect(performance.now() - begun).to.be.below(5000);
    expect((await rowOf(database, id))['status']).to.equal('INTERRUPTED');
    expect(recorded.names).to.deep.equal(['claimed', 'aborted', 'abandoned', 'interrupted', 'stopped']);
    const before = await rowOf(database, id);
    work.finish();
    await database.knex.raw('SELECT 1');
    expect(await rowOf(database, id)).to.deep.equal(before);
    expect(recorded.names.at(-1)).to.equal('stopped');
  });

  it('leaves no session, no listener and no announcement behind', async () => {
    const sessions = (): Promise<unknown[]> =>
      query(database, 'SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND application_name = ?', [
        'worker-schedules runner',
      ]);
    const recorded = await start(database, {});
    await waitForRow(database, 'SELECT 1 FROM pg_stat_activity WHERE application_name = ?', [
      'worker-schedules runner',
    ]);
    await recorded.runner.stop();
    await waitForRow(
      database,
      'SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND application_name = ?)',
      ['worker-schedules runner'],
    );
    expect(await sessions()).to.have.length(0);
    expect(await query(database, 'SELECT 1 FROM worker_runners')).to.have.length(0);
  });

  it('works at once after the start, thirty times, without a warning and without growing', async () => {
    const warnings: string[] = [];
    const listen = (warning: Error): number => warnings.push(String(warning));
    process.on('warning', listen);
    const handles = (): number => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
    const before = handles();
    for (let round = 0; round < 30; round += 1) await (await start(database, {})).runner.stop();
    process.off('warning', listen);
    expect(warnings).to.deep.equal([]);
    expect(handles()).to.be.at.most(before + 2);
  }).timeout(60_000);
});
