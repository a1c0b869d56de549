import { expect } from 'chai';
import type { Knex } from 'knex';
import { Client } from 'pg';
import { resolveNames } from '../../lib/database/names.ts';
import { announceRunner } from '../../lib/ledger/announce-runner.ts';
import { cancelRun } from '../../lib/ledger/cancel-run.ts';
import { claimNextRun, type ClaimedRun } from '../../lib/ledger/claim-next-run.ts';
import { enqueueRun } from '../../lib/ledger/enqueue-run.ts';
import { renewLease, reportProgress } from '../../lib/ledger/lease.ts';
import { reportOutcome } from '../../lib/ledger/report-outcome.ts';
import { createTestDatabase, query, type TestDatabase } from '../support/databases.ts';
import { waitFor } from '../support/wait-for.ts';
import { catalogue, clearRuns, claim, errorOf, insertScheduled, queueRun, rowOf } from './ledger-fixture.ts';

const channels = Object.values(resolveNames().channels);

describe("the ledger's calls in the host's transaction", () => {
  let database: TestDatabase;
  let listener: Client;
  let scheduled: ClaimedRun;
  const heard: string[] = [];
  before(async () => {
    database = await createTestDatabase();
    await query(database, 'CREATE TABLE host_notes (note text)');
    listener = new Client({ connectionString: database.url });
    await listener.connect();
    listener.on('notification', ({ channel }) => heard.push(channel));
    for (const channel of [...channels, 'the_end']) await listener.query(`LISTEN ${channel}`);
  });
  beforeEach(async () => {
    await clearRuns(database);
    await insertScheduled(database);
    scheduled = await claim(database);
    await heardUntilNow();
  });
  after(async () => {
    await listener.end();
    await database.drop();
  });

  /** What was heard so far: notifications come in the order of the commits, so one of our own marks the end. */
  async function heardUntilNow(): Promise<string[]> {
    await query(database, 'NOTIFY the_end');
    await waitFor(() => heard.includes('the_end'), { what: 'the notification that marks the end' });
    return heard.splice(0).filter((channel) => channel !== 'the_end');
  }

  const stored = (): Promise<unknown[]> =>
    query(database, 'SELECT r.*, r.xmin::text AS xmin FROM worker_runs r ORDER BY id');

  /** Everything that the ledger offers, on one run that is claimed and one worker that is free. */
  async function everything(trx: Knex.Transaction): Promise<void> {
    const key = { runId: scheduled.id, leaseToken: scheduled.leaseToken };
    await renewLease(trx, { ...key, leaseSeconds: 600 });
    await reportProgress(trx, { ...key, progress: { done: 1 } });
    await reportOutcome(trx, { ...key, outcome: 'FAILED', error: 'Error: x' });
    const queued = await enqueueRun(trx, { workerName: 'ocr', request: {} }, { catalogue });
    const claimed = await claimNextRun(trx, { workerNames: ['ocr'], runnerId: 'r', leaseSeconds: 30 });
    expect(claimed?.id).to.equal(queued.id);
    await cancelRun(trx, { runId: queued.id });
    await announceRunner(trx, { runnerId: 'r', host: 'h', pid: 1, workerNames: ['ocr'], aliveSeconds: 30 });
  }

  it('leave nothing behind when it is rolled back, and nobody is woken', async () => {
    const before = await stored();
    const failure = await errorOf(
      database.knex.transaction(async (trx) => {
        await everything(trx);
        throw new Error('changed my mind');
      }),
    );
    expect(failure.message).to.equal('changed my mind');
    expect(await stored()).to.deep.equal(before);
    expect(await query(database, 'SELECT 1 FROM worker_runners')).to.deep.equal([]);
    expect(await heardUntilNow()).to.deep.equal([]);
  });

  it('take effect with its commit, and wake both who wait for runs and who wait for failures', async () => {
    await database.knex.transaction(everything);
    expect(await rowOf(database, scheduled.id)).to.include({ status: 'FAILED', error: 'Error: x' });
    expect(await query(database, `SELECT status FROM worker_runs WHERE worker_name = 'ocr'`)).to.deep.equal([
      { status: 'RUNNING' },
    ]);
    expect((await heardUntilNow()).sort()).to.deep.equal([...channels].sort());
    await query(database, 'DELETE FROM worker_runners');
  });

  it('leave it usable when they give way: what the host did before and after is committed', async () => {
    const holder = await database.knex.transaction();
    await enqueueRun(holder, { workerName: 'ocr', request: {} }, { catalogue });
    await holder('worker_runs').where({ id: scheduled.id }).forUpdate();
    await database.knex.transaction(async (trx) => {
      await trx.raw(`SET LOCAL lock_timeout = '150ms'`);
      await trx('host_notes').insert({ note: 'before' });
      const enqueued = enqueueRun(trx, { workerName: 'ocr', request: {} }, { catalogue });
      expect((await errorOf(enqueued)).code).to.equal('slot_contended');
      expect((await errorOf(cancelRun(trx, { runId: scheduled.id }))).code).to.equal('slot_contended');
      const { rows } = await trx.raw<{ rows: { lock_timeout: string }[] }>('SHOW lock_timeout');
      expect(Object.values(rows[0]!)).to.deep.equal(['150ms']);
      await trx('host_notes').insert({ note: 'after' });
    });
    await holder.rollback();
    expect(await query(database, 'SELECT note FROM host_notes')).to.deep.equal([{ note: 'before' }, { note: 'after' }]);
  });

  it('may be made side by side, also when some of them are refused', async () => {
    await database.knex.transaction(async (trx) => {
      await trx.raw(`SET LOCAL lock_timeout = '7s'`);
      const workers = ['a', 'ner', 'b', 'ner', 'c'];
      const calls = workers.map((workerName) => enqueueRun(trx, { workerName, request: { model: 'small' } }));
      const answers = await Promise.allSettled(calls);
      expect(answers.map(({ status }) => status)).to.deep.equal([
        ...['fulfilled', 'rejected', 'fulfilled', 'rejected', 'fulfilled'],
      ]);
      const { rows } = await trx.raw<{ rows: { lock_timeout: string }[] }>('SHOW lock_timeout');
      expect(Object.values(rows[0]!)).to.deep.equal(['7s']);
    });
    expect(await query(database, 'SELECT 1 FROM worker_runs')).to.have.length(4);
  });

  it('pass on the serialization failure of a stricter isolation', async () => {
    const key = { runId: scheduled.id, leaseToken: scheduled.leaseToken };
    const calls: readonly ((trx: Knex.Transaction) => Promise<unknown>)[] = [
      (trx) => cancelRun(trx, { runId: scheduled.id }),
      (trx) => renewLease(trx, { ...key, leaseSeconds: 60 }),
      (trx) => reportProgress(trx, { ...key, progress: 1 }),
      (trx) => reportOutcome(trx, { ...key, outcome: 'SUCCESS' }),
    ];
    for (const isolationLevel of ['repeatable read', 'serializable'] as const) {
      for (const call of calls) {
        const strict = database.knex.transaction(
          async (trx) => {
            await trx.raw('SELECT 1 FROM worker_runs');
            await query(database, 'UPDATE worker_runs SET config = config');
            await call(trx);
          },
          { isolationLevel },
        );
        expect((await errorOf(strict)).code, isolationLevel).to.equal('40001');
      }
    }
    expect(await rowOf(database, scheduled.id)).to.include({ status: 'RUNNING', cancel_requested_at: null });
  });

  it('pass it on, too, when the slot was taken after the host had begun', async () => {
    const strict = database.knex.transaction(
      async (trx) => {
        await trx.raw('SELECT 1 FROM worker_runs');
        await queueRun(database, 'ocr');
        await enqueueRun(trx, { workerName: 'ocr', request: {} }, { catalogue });
      },
      { isolationLevel: 'repeatable read' },
    );
    expect((await errorOf(strict)).code).to.equal('40001');
  });
});
