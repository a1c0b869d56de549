import { expect } from 'chai';
import { sweep as sweepOnce } from '../ledger/sweep.ts';
import { createTestDatabase, type TestDatabase } from '../support/databases.ts';
import { advanceClock, setClock } from '../support/fake-clock.ts';
import { waitFor, waitForRow } from '../support/wait-for.ts';
import { clearRuns, errorOf, insertScheduled, rowOf } from '../ledger/ledger-fixture.ts';
import { expectReason, HeldAdapter, ObedientAdapter, queueRun, start, stopRunners } from './runner-fixture.ts';

describe('the lease of a running run', () => {
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

  const sweep = (): Promise<unknown> => sweepOnce(database.knex);

  it('is renewed while the work goes on', async () => {
    const walk = new HeldAdapter();
    const recorded = await start(database, { workers: { walk }, leaseSeconds: 3 });
    const { id } = await queueRun(database);
    const work = await walk.work();
    for (let round = 1; round <= 2; round += 1) {
      await advanceClock(database.plain, '2.9 seconds');
      await waitForRow(
        database,
        `SELECT 1 FROM worker_runs WHERE id = ? AND lease_expires_at = statement_timestamp() + interval '3 seconds'`,
        [id],
      );
    }
    await sweep();
    work.finish();
    await recorded.event('succeeded');
  });

  it('that is lost aborts the work, and its outcome is dropped with an event and a line in the log', async () => {
    const walk = new HeldAdapter();
    const warnings: object[] = [];
    const nothing = (): void => undefined;
    const logger = {
      debug: nothing,
      info: nothing,
      error: nothing,
      warn: (_: string, fields?: object) => warnings.push(fields ?? {}),
    };
    const recorded = await start(database, { workers: { walk }, leaseSeconds: 3, runnerId: 'r1', logger });
    const id = await insertScheduled(database, { workerName: 'walk' });
    const work = await walk.work();
    await advanceClock(database.plain, '60 seconds');
    await sweep();
    const lost = await recorded.event('lease-lost');
    expect(lost).to.include({ code: 'lease_lost', status: 'INTERRUPTED' });
    expectReason(work.context.signal, 'lease_lost');
    const before = await rowOf(database, id);
    work.finish();
    const dropped = await recorded.event('outcome-dropped');
    expect(dropped).to.include({ outcome: 'SUCCESS', error: null });
    expect(dropped.run.id).to.equal(id);
    expect(await rowOf(database, id)).to.deep.equal(before);
    expect(warnings.at(-1)).to.include({ runId: id, runnerId: 'r1', outcome: 'SUCCESS' });
    expect(recorded.names).to.deep.equal(['claimed', 'aborted', 'lease-lost', 'outcome-dropped']);
  });

  it('that is lost does not touch the retry which another runner executes', async () => {
    const first = new HeldAdapter();
    const frozen = await start(database, { workers: { walk: first }, leaseSeconds: 3 });
    await insertScheduled(database, { workerName: 'walk' });
    const work = await first.work();
    await advanceClock(database.plain, '60 seconds');
    await sweep();
    await frozen.event('lease-lost');
    const second = new HeldAdapter();
    await start(database, { workers: { walk: second }, leaseSeconds: 60 });
    const retry = await insertScheduled(database, { workerName: 'walk' });
    const running = await second.work();
    const before = await rowOf(database, retry);
    work.finish();
    await frozen.event('outcome-dropped');
    expect(await rowOf(database, retry)).to.deep.equal(before);
    running.finish();
  });

  it('R-I3: that was lost while the work blocked the process costs the outcome and aborts the signal', async () => {
    const signals: AbortSignal[] = [];
    let blocked: () => Promise<void> = () => Promise.resolve();
    const walk = {
      run: async (_: unknown, context: { readonly signal: AbortSignal }) => {
        signals.push(context.signal);
        await blocked();
        const until = performance.now() + 2000;
        while (performance.now() < until);
      },
    };
    blocked = async () => {
      await advanceClock(database.plain, '60 seconds');
      await sweep();
    };
    const recorded = await start(database, { workers: { walk }, leaseSeconds: 1, listen: false });
    const { id } = await queueRun(database);
    await recorded.event('outcome-dropped');
    expectReason(signals[0]!, 'lease_lost');
    expect((await rowOf(database, id))['status']).to.equal('INTERRUPTED');
    expect(recorded.names.filter((name) => name === 'lease-lost')).to.have.length(1);
  });

  it('that cannot be renewed in time aborts the work by the runner’s own clock', async () => {
    const walk = new ObedientAdapter();
    const recorded = await start(database, { workers: { walk }, leaseSeconds: 1 });
    const { id } = await queueRun(database);
    const work = await walk.work();
    const host = await database.plain.transaction();
    await host.raw('SELECT 1 FROM worker_runs WHERE id = ? FOR UPDATE', [id]);
    expect(await recorded.event('lease-lost')).to.include({ code: 'lease_unconfirmed', status: null });
    expectReason(work.context.signal, 'lease_unconfirmed');
    await host.rollback();
    const { run } = await recorded.event('interrupted');
    expect(run.error).to.match(/^RunAbortedError: .*could not renew its lease in time/);
  });

  it('that could not be renewed and was taken meanwhile is said to be lost once', async () => {
    const walk = new ObedientAdapter();
    const recorded = await start(database, { workers: { walk }, leaseSeconds: 1 });
    const { id } = await queueRun(database);
    await walk.work();
    const host = await database.plain.transaction();
    await host.raw('SELECT 1 FROM worker_runs WHERE id = ? FOR UPDATE', [id]);
    await recorded.event('lease-lost');
    await host.raw(`UPDATE worker_runs SET status = 'INTERRUPTED', lease_token = NULL WHERE id = ?`, [id]);
    await host.commit();
    await recorded.event('outcome-dropped');
    expect(recorded.names).to.deep.equal(['claimed', 'aborted', 'lease-lost', 'outcome-dropped']);
  });

  it('makes progress fail once it is lost, also for an adapter that does not wait for it', async () => {
    const walk = new HeldAdapter();
    const recorded = await start(database, { workers: { walk }, leaseSeconds: 3600 });
    await queueRun(database);
    const { context, finish } = await walk.work();
    await advanceClock(database.plain, '2 hours');
    void context.progress('nobody waits for this one');
    expect((await errorOf(context.progress('lost'))).code).to.equal('lease_lost');
    await waitFor(() => context.signal.aborted);
    finish();
    await recorded.event('outcome-dropped');
    expect(recorded.names.filter((name) => name === 'lease-lost')).to.have.length(1);
  });

  it('of thirty days is renewed every ten seconds and needs no timer of thirty days', async () => {
    const walk = new HeldAdapter();
    const warnings: Error[] = [];
    const listen = (warning: Error): number => warnings.push(warning);
    process.on('warning', listen);
    const recorded = await start(database, { workers: { walk }, leaseSeconds: 2_592_000, pollSeconds: 60 });
    const { id } = await queueRun(database);
    (await walk.work()).finish();
    await recorded.event('succeeded');
    process.off('warning', listen);
    expect(warnings).to.deep.equal([]);
    expect((await rowOf(database, id))['status']).to.equal('SUCCESS');
  });

  it('R-I3: raises no alarm when the work ends while a heartbeat is under way', async () => {
    const walk = { run: () => new Promise((resolve) => setTimeout(resolve, 1000)) };
    const recorded = await start(database, {
      workers: { walk, count: walk, send: walk },
      leaseSeconds: 3,
      concurrency: 3,
    });
    for (let round = 0; round < 3; round += 1) {
      for (const name of ['walk', 'count', 'send'] as const) await queueRun(database, name);
      await recorded.event('succeeded', round * 3 + 2);
    }
    expect(new Set(recorded.names)).to.deep.equal(new Set(['claimed', 'succeeded']));
  });
});
