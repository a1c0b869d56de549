import { expect } from 'chai';
import { createTestDatabase, type TestDatabase } from '../support/databases.ts';
import { setClock } from '../support/fake-clock.ts';
import { clearRuns, errorOf, insertScheduled, rowOf } from '../ledger/ledger-fixture.ts';
import { HeldAdapter, queueRun, start, stopRunners } from './runner-fixture.ts';

describe('what an adapter is given', () => {
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

  it('gives the adapter its run, as it was requested and without the lease token', async () => {
    const walk = new HeldAdapter();
    await start(database, { workers: { walk } });
    const { id } = await queueRun(database);
    const { run, context } = await walk.work();
    expect(run.request).to.deep.equal({ folder: '/tmp' });
    expect(run.config).to.deep.equal({ folder: '/tmp', depth: 3 });
    expect(run).to.include({ id, status: 'RUNNING', workerName: 'walk' }).and.not.have.property('leaseToken');
    expect(context).to.include({ attempt: 1, scheduledFor: null, occurrenceId: `walk#${id}` });
    expect(context.signal.aborted).to.equal(false);
  });

  it('gives all attempts of an occurrence the same key', async () => {
    const walk = new HeldAdapter();
    await start(database, { workers: { walk } });
    await insertScheduled(database, { workerName: 'walk', scheduledFor: '2026-03-01T10:00:00Z' });
    const { context, finish } = await walk.work();
    expect(context.scheduledFor?.toISOString()).to.equal('2026-03-01T10:00:00.000Z');
    expect(context.occurrenceId).to.equal('walk@2026-03-01T10:00:00.000Z');
    finish();
  });

  it('stores progress, and refuses what cannot be stored without ending the run', async () => {
    const walk = new HeldAdapter();
    const recorded = await start(database, { workers: { walk } });
    const { id } = await queueRun(database);
    const { context, finish } = await walk.work();
    await context.progress({ files: 3 });
    expect((await rowOf(database, id))['progress']).to.deep.equal({ files: 3 });
    expect((await errorOf(context.progress(5n))).name).to.equal('TypeError');
    expect((await errorOf(context.progress('a\0b'))).code).to.equal('22P05');
    finish();
    await recorded.event('succeeded');
    expect((await errorOf(context.progress('late'))).code).to.equal('lease_lost');
    expect(recorded.names).to.deep.equal(['claimed', 'succeeded']);
  });
});
