import { expect } from 'chai';
import { Client } from 'pg';
import { sweep } from './sweep.ts';
import { resolveNames } from '../../lib/database/names.ts';
import { cancelRun } from '../../lib/ledger/cancel-run.ts';
import { claimNextRun } from '../../lib/ledger/claim-next-run.ts';
import { renewLease } from '../../lib/ledger/lease.ts';
import { type OutcomeInput, reportOutcome } from '../../lib/ledger/report-outcome.ts';
import type { Run } from '../../lib/ledger/run.ts';
import { createTestDatabase, query, type TestDatabase } from '../support/databases.ts';
import { advanceClock, setClock } from '../support/fake-clock.ts';
import { claim, clearRuns, errorOf, insertScheduled, queueAndClaim, queueRun, rowOf } from './ledger-fixture.ts';

describe('reportOutcome', () => {
  let database: TestDatabase;
  before(async () => {
    database = await createTestDatabase({ fakeClock: true });
  });
  beforeEach(async () => {
    await clearRuns(database);
    await setClock(database.plain, '2026-03-01T10:00:00Z');
  });
  after(() => database.drop());

  const report = (
    run: { readonly id: string; readonly leaseToken: string },
    rest: Pick<OutcomeInput, 'outcome' | 'error'>,
  ): Promise<Run> => reportOutcome(database.knex, { runId: run.id, leaseToken: run.leaseToken, ...rest });

  for (const outcome of ['SUCCESS', 'FAILED', 'INTERRUPTED'] as const) {
    it(`ends a run ${outcome} and frees its slot`, async () => {
      const run = await queueAndClaim(database);
      await advanceClock(database.plain, '7 seconds');
      const ended = await report(run, { outcome, error: 'TypeError: x' });
      expect(ended.status).to.equal(outcome);
      expect(ended.finishedAt?.toISOString()).to.equal('2026-03-01T10:00:07.000Z');
      expect(ended.error).to.equal(outcome === 'SUCCESS' ? null : 'TypeError: x');
      expect((await queueRun(database)).status).to.equal('QUEUED');
    });
  }

  it('cuts and cleans the error text', async () => {
    const run = await queueAndClaim(database);
    const ended = await report(run, { outcome: 'FAILED', error: `E: a\0b${'x'.repeat(3000)}` });
    expect(ended.error).to.have.length(2000);
    expect(ended.error?.startsWith('E: abxxx')).to.equal(true);
  });

  it('answers a repeated report as done and changes nothing', async () => {
    const run = await queueAndClaim(database);
    await report(run, { outcome: 'FAILED', error: 'E: one' });
    const before = await rowOf(database, run.id);
    await advanceClock(database.plain, '5 seconds');
    const again = await report(run, { outcome: 'FAILED', error: 'E: one' });
    expect([again.status, again.error]).to.deep.equal(['FAILED', 'E: one']);
    expect(await rowOf(database, run.id)).to.deep.equal(before);
  });

  it('answers a repeated report as done even when the lease would be over by now', async () => {
    const run = await queueAndClaim(database);
    await report(run, { outcome: 'SUCCESS' });
    await advanceClock(database.plain, '1 hour');
    expect((await report(run, { outcome: 'SUCCESS' })).status).to.equal('SUCCESS');
  });

  it('refuses a second report that says something else', async () => {
    const run = await queueAndClaim(database);
    await report(run, { outcome: 'SUCCESS' });
    expect(await errorOf(report(run, { outcome: 'FAILED', error: 'E: x' }))).to.include({
      code: 'lease_lost',
      status: 'SUCCESS',
    });
    expect((await rowOf(database, run.id))['status']).to.equal('SUCCESS');
  });

  it('refuses a report when the lease is over, also before anybody has swept the run', async () => {
    const run = await queueAndClaim(database);
    await advanceClock(database.plain, '30 seconds');
    expect(await errorOf(report(run, { outcome: 'SUCCESS' }))).to.include({ code: 'lease_lost', status: 'RUNNING' });
    expect(await rowOf(database, run.id)).to.include({ status: 'RUNNING', finished_at: null });
  });

  it('refuses every late word of a runner whose run was swept and is retried by another', async () => {
    await insertScheduled(database);
    const frozen = await claim(database, 'r1');
    await advanceClock(database.plain, '60 seconds');
    await sweep(database.knex);
    await insertScheduled(database);
    const retry = await claim(database, 'r2');
    const rows = [await rowOf(database, frozen.id), await rowOf(database, retry.id)];
    const key = { runId: frozen.id, leaseToken: frozen.leaseToken };
    for (const late of [
      renewLease(database.knex, { ...key, leaseSeconds: 30 }),
      report(frozen, { outcome: 'SUCCESS' }),
      report(frozen, { outcome: 'INTERRUPTED' }),
    ]) {
      expect(await errorOf(late)).to.include({ code: 'lease_lost', status: 'INTERRUPTED' });
    }
    expect([await rowOf(database, frozen.id), await rowOf(database, retry.id)]).to.deep.equal(rows);
  });

  it('has one winner when it meets the sweep at the end of the lease', async () => {
    for (let round = 0; round < 20; round += 1) {
      await clearRuns(database);
      const run = await queueAndClaim(database);
      const [swept, reported] = await Promise.allSettled([
        advanceClock(database.plain, '30 seconds').then(() => sweep(database.knex)),
        report(run, { outcome: 'SUCCESS' }),
      ]);
      const { status } = await rowOf(database, run.id);
      if (reported.status === 'fulfilled')
        expect([status, swept]).to.deep.equal(['SUCCESS', { status: 'fulfilled', value: [] }]);
      else expect(status).to.be.oneOf(['INTERRUPTED', 'RUNNING']);
    }
  });

  it('is taken each of the 1000 times that a renewal is sent at the same instant', async () => {
    await query(
      database,
      `INSERT INTO worker_runs (worker_name, status, trigger, queued_at)
       SELECT 'w' || n, 'QUEUED', 'API', statement_timestamp() FROM generate_series(1, 1000) n`,
    );
    const workerNames = Array.from({ length: 1000 }, (_, n) => `w${n + 1}`);
    await Promise.all(
      workerNames.map(async () => {
        const run = await claimNextRun(database.knex, { workerNames, runnerId: 'r1', leaseSeconds: 30 });
        const key = { runId: run!.id, leaseToken: run!.leaseToken };
        const renewal = renewLease(database.knex, { ...key, leaseSeconds: 30 }).catch((error: unknown) => error);
        expect((await report(run!, { outcome: 'SUCCESS' })).status).to.equal('SUCCESS');
        await renewal;
      }),
    );
    expect(await query(database, `SELECT 1 FROM worker_runs WHERE status = 'SUCCESS'`)).to.have.length(1000);
  });

  it('wakes the scheduler for a scheduled run that failed, and for nothing else', async () => {
    const heard: string[] = [];
    const listener = new Client({ connectionString: database.url });
    await listener.connect();
    listener.on('notification', (message) => heard.push(message.channel));
    const { scheduler } = resolveNames().channels;
    await listener.query(`LISTEN "${scheduler}"`);
    await report(await queueAndClaim(database), { outcome: 'FAILED', error: 'E: x' });
    await insertScheduled(database);
    await report(await claim(database), { outcome: 'SUCCESS' });
    await listener.query('SELECT 1');
    expect(heard).to.deep.equal([]);
    await insertScheduled(database);
    await report(await claim(database), { outcome: 'FAILED', error: 'E: x' });
    await listener.query('SELECT 1');
    expect(heard).to.deep.equal([scheduler]);
    await listener.end();
  });

  it('takes effect with the commit of the transaction that it was given, and not with its rollback', async () => {
    const run = await queueAndClaim(database);
    const input = { runId: run.id, leaseToken: run.leaseToken, outcome: 'SUCCESS' } as const;
    await errorOf(
      database.knex.transaction(async (trx) => {
        await reportOutcome(trx, input);
        throw new Error('no');
      }),
    );
    expect((await rowOf(database, run.id))['status']).to.equal('RUNNING');
    await database.knex.transaction(async (trx) => {
      expect((await reportOutcome(trx, input)).status).to.equal('SUCCESS');
    });
    expect((await rowOf(database, run.id))['status']).to.equal('SUCCESS');
  });

  it('judges the lease by the moment of the statement and not of its transaction', async () => {
    const run = await queueAndClaim(database);
    await database.knex.transaction(async (trx) => {
      await trx.raw('SELECT 1');
      await advanceClock(database.plain, '31 seconds');
      const late = reportOutcome(trx, { runId: run.id, leaseToken: run.leaseToken, outcome: 'SUCCESS' });
      expect((await errorOf(late)).code).to.equal('lease_lost');
    });
  });

  it('stores CANCELLED for work that failed or was interrupted after a cancel, and SUCCESS for work that ended well', async () => {
    for (const [outcome, status] of [
      ['FAILED', 'CANCELLED'],
      ['INTERRUPTED', 'CANCELLED'],
      ['SUCCESS', 'SUCCESS'],
    ] as const) {
      const run = await queueAndClaim(database);
      await cancelRun(database.knex, { runId: run.id });
      expect((await report(run, { outcome, error: 'E: x' })).status).to.equal(status);
      expect((await report(run, { outcome, error: 'E: x' })).status).to.equal(status);
    }
    expect(await query(database, `SELECT 1 FROM worker_runs WHERE status = 'CANCELLED'`)).to.have.length(2);
  });
});
