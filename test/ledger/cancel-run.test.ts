import { expect } from 'chai';
import { cancelRun } from '../../lib/ledger/cancel-run.ts';
import { claimNextRun } from '../../lib/ledger/claim-next-run.ts';
import { reportOutcome } from '../../lib/ledger/report-outcome.ts';
import { createTestDatabase, query, type TestDatabase } from '../support/databases.ts';
import { advanceClock, setClock } from '../support/fake-clock.ts';
import { clearRuns, errorOf, insertScheduled, queueAndClaim, queueRun, rowOf } from './ledger-fixture.ts';

describe('cancelRun', () => {
  let database: TestDatabase;
  before(async () => {
    database = await createTestDatabase({ fakeClock: true });
  });
  beforeEach(async () => {
    await clearRuns(database);
    await setClock(database.plain, '2026-03-01T10:00:00Z');
  });
  after(() => database.drop());

  it('cancels a waiting run at once and frees its slot', async () => {
    const { id } = await queueRun(database);
    const run = await cancelRun(database.knex, { runId: id });
    expect(run.status).to.equal('CANCELLED');
    expect(run.finishedAt?.toISOString()).to.equal('2026-03-01T10:00:00.000Z');
    expect((await queueRun(database)).status).to.equal('QUEUED');
  });

  it('cancels a retry that waits for its time', async () => {
    const runId = await insertScheduled(database, { notBefore: '2026-03-01T10:02:00Z' });
    expect((await cancelRun(database.knex, { runId })).status).to.equal('CANCELLED');
  });

  it('asks a running run to stop, once', async () => {
    const { id } = await queueAndClaim(database);
    const first = await cancelRun(database.knex, { runId: id });
    await advanceClock(database.plain, '5 seconds');
    const second = await cancelRun(database.knex, { runId: id });
    expect([first.status, first.finishedAt]).to.deep.equal(['RUNNING', null]);
    expect(second.cancelRequestedAt?.toISOString()).to.equal('2026-03-01T10:00:00.000Z');
  });

  it('returns a cancelled run as it is', async () => {
    const { id } = await queueRun(database);
    await cancelRun(database.knex, { runId: id });
    const before = await rowOf(database, id);
    expect((await cancelRun(database.knex, { runId: id })).status).to.equal('CANCELLED');
    expect(await rowOf(database, id)).to.deep.equal(before);
  });

  for (const outcome of ['SUCCESS', 'FAILED', 'INTERRUPTED'] as const) {
    it(`refuses a run that ended ${outcome}`, async () => {
      const { id, leaseToken } = await queueAndClaim(database);
      await reportOutcome(database.knex, { runId: id, leaseToken, outcome });
      const over = await errorOf(cancelRun(database.knex, { runId: id }));
      expect(over.code).to.equal('run_over');
      expect(over.message).to.include(outcome);
    });
  }

  for (const runId of [
    '999999999',
    '0',
    '99999999999999999999',
    '9223372036854775808',
    'abc',
    '',
    '-1',
    '1 or 1=1',
    '5e4d9a52-46b4-4b6a-9c9f-0d6c8a5f6f10',
  ]) {
    it(`knows no run ${JSON.stringify(runId)}`, async () => {
      expect((await errorOf(cancelRun(database.knex, { runId }))).code).to.equal('no_run');
    });
  }

  it('leaves the transaction usable in which it was asked for a run that cannot exist', async () => {
    const { id } = await queueRun(database);
    await database.knex.transaction(async (trx) => {
      for (const runId of ['5e4d9a52-46b4-4b6a-9c9f-0d6c8a5f6f10', '9223372036854775808']) {
        expect((await errorOf(cancelRun(trx, { runId }))).code).to.equal('no_run');
      }
      expect((await cancelRun(trx, { runId: id })).status).to.equal('CANCELLED');
    });
  });

  it('either cancels a run or asks its runner to stop when it meets a claim', async () => {
    for (let round = 0; round < 50; round += 1) {
      const { id } = await queueRun(database);
      const [cancelled, claimed] = await Promise.all([
        cancelRun(database.knex, { runId: id }),
        claimNextRun(database.knex, { workerNames: ['ner'], runnerId: 'r1', leaseSeconds: 30 }),
      ]);
      const row = await rowOf(database, id);
      expect(row['status']).to.equal(claimed === null ? 'CANCELLED' : 'RUNNING');
      expect(cancelled.status).to.equal(row['status']);
      expect(row['cancel_requested_at']).not.to.equal(null);
      await clearRuns(database);
    }
  });

  it('sees the claim that it had to wait for', async () => {
    const { id } = await queueRun(database);
    const runner = await database.knex.transaction();
    await claimNextRun(runner, { workerNames: ['ner'], runnerId: 'r1', leaseSeconds: 30 });
    const cancelling = cancelRun(database.knex, { runId: id });
    await untilSomebodyWaits(database);
    await runner.commit();
    expect(await cancelling).to.include({ status: 'RUNNING', runnerId: 'r1' });
    expect((await rowOf(database, id))['cancel_requested_at']).not.to.equal(null);
  });

  it('meets a report: the run is over, or the report stores CANCELLED', async () => {
    for (let round = 0; round < 50; round += 1) {
      const { id, leaseToken } = await queueAndClaim(database);
      const [cancelled, reported] = await Promise.allSettled([
        cancelRun(database.knex, { runId: id }),
        reportOutcome(database.knex, { runId: id, leaseToken, outcome: 'FAILED', error: 'E: x' }),
      ]);
      const { status } = await rowOf(database, id);
      expect(reported.status).to.equal('fulfilled');
      expect(status).to.equal(cancelled.status === 'fulfilled' ? 'CANCELLED' : 'FAILED');
      await clearRuns(database);
    }
  });

  it('gives up on a row that an open transaction holds, and changes nothing', async () => {
    const { id } = await queueRun(database);
    const host = await database.knex.transaction();
    await host.raw('SELECT 1 FROM worker_runs WHERE id = ? FOR UPDATE', [id]);
    expect((await errorOf(cancelRun(database.knex, { runId: id }))).code).to.equal('slot_contended');
    await host.rollback();
    expect(await rowOf(database, id)).to.include({ status: 'QUEUED', cancel_requested_at: null });
  });
});

async function untilSomebodyWaits(database: TestDatabase): Promise<void> {
  for (;;) {
    const waiting = await query(
      database,
      `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    if (waiting.length > 0) return;
  }
}
