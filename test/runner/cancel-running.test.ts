import { expect } from 'chai';
import { cancelRun } from '../../lib/ledger/cancel-run.ts';
import { createTestDatabase, type TestDatabase } from '../support/databases.ts';
import { advanceClock, setClock } from '../support/fake-clock.ts';
import { waitForRow } from '../support/wait-for.ts';
import { clearRuns } from '../ledger/ledger-fixture.ts';
import { expectReason, HeldAdapter, ObedientAdapter, queueRun, start, stopRunners } from './runner-fixture.ts';

describe('a cancel of a running run', () => {
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

  it('aborts the work with the next heartbeat, and the run is stored CANCELLED', async () => {
    const walk = new ObedientAdapter();
    const recorded = await start(database, { workers: { walk }, leaseSeconds: 3 });
    const { id } = await queueRun(database);
    const work = await walk.work();
    await cancelRun(database.knex, { runId: id });
    const { run } = await recorded.event('cancelled');
    expectReason(work.context.signal, 'run_cancelled');
    expect(run).to.include({ id, status: 'CANCELLED' });
    expect(recorded.names).to.deep.equal(['claimed', 'aborted', 'cancelled']);
  });

  it('aborts the work with the next progress, before any heartbeat', async () => {
    const walk = new ObedientAdapter();
    const recorded = await start(database, { workers: { walk }, leaseSeconds: 3600 });
    const { id } = await queueRun(database);
    const { context } = await walk.work();
    await cancelRun(database.knex, { runId: id });
    await context.progress({ done: 1 });
    expectReason(context.signal, 'run_cancelled');
    await recorded.event('cancelled');
  });

  it('that the adapter does not heed changes nothing: the lease is renewed and a good end stays SUCCESS', async () => {
    const walk = new HeldAdapter();
    const recorded = await start(database, { workers: { walk }, leaseSeconds: 3 });
    const { id } = await queueRun(database);
    const work = await walk.work();
    await cancelRun(database.knex, { runId: id });
    await recorded.event('aborted');
    await advanceClock(database.plain, '2 seconds');
    await waitForRow(
      database,
      `SELECT 1 FROM worker_runs WHERE id = ? AND lease_expires_at > statement_timestamp() + interval '2 seconds'`,
      [id],
    );
    work.finish();
    expect((await recorded.event('succeeded')).run.status).to.equal('SUCCESS');
  });
});
