import { expect } from 'chai';
import type { Knex } from 'knex';
import { enqueueRun } from '../../lib/ledger/enqueue-run.ts';
import type { SlotBusyError } from '../../lib/ledger/slot-busy-error.ts';
import { createTestDatabase, query, type TestDatabase } from '../support/databases.ts';
import { setClock } from '../support/fake-clock.ts';
import { hostKnex } from '../support/host-knex.ts';
import { catalogue, claim, clearRuns, errorOf, insertScheduled, queueRun, request, rowOf } from './ledger-fixture.ts';

describe('enqueueRun', () => {
  let database: TestDatabase;
  before(async () => {
    database = await createTestDatabase({ fakeClock: true });
    await setClock(database.plain, '2026-03-01T10:00:00.123456Z');
  });
  beforeEach(() => clearRuns(database));
  after(() => database.drop());

  const ner = { workerName: 'ner', request };

  it('stores the request as sent, the resolved config and who asked', async () => {
    const run = await enqueueRun(
      database.knex,
      { ...ner, trigger: 'CLI', requestedBy: { id: '7', name: 'Ada' } },
      { catalogue },
    );
    expect(run).to.include({
      status: 'QUEUED',
      trigger: 'CLI',
      attempt: 1,
      requestedBy: 'Ada',
      requestedByUserId: '7',
    });
    expect(run.request).to.deep.equal({ model: 'small' });
    expect(run.config).to.deep.equal({ model: 'small', batch: 10, asked: { model: 'small' }, region: 'eu' });
    expect([run.scheduledFor, run.notBefore, run.retryOf, run.startedAt]).to.deep.equal([null, null, null, null]);
    expect(await rowOf(database, run.id)).to.deep.include({ worker_name: 'ner', status: 'QUEUED', request });
  });

  it('stamps the row with the time of the database', async () => {
    const { queuedAt } = await queueRun(database);
    expect(queuedAt.toISOString()).to.equal('2026-03-01T10:00:00.123Z');
  });

  it('takes the parsed request for the config where the host resolves none', async () => {
    const run = await enqueueRun(database.knex, { workerName: 'ocr', request: {} }, { catalogue });
    expect([run.request, run.config]).to.deep.equal([{}, { pages: 1 }]);
  });

  it('takes the request for its own config without a catalogue', async () => {
    const run = await enqueueRun(database.knex, { workerName: 'any', request: [1, 'x', null] });
    expect([run.request, run.config]).to.deep.equal([
      [1, 'x', null],
      [1, 'x', null],
    ]);
  });

  for (const value of [null, [], {}, 'text', 5, true, { 'a?b': "it's ? $1 \\u0000" }]) {
    it(`keeps the request ${JSON.stringify(value)} as it is`, async () => {
      const run = await enqueueRun(database.knex, { workerName: 'any', request: value });
      expect(run.request).to.deep.equal(value);
    });
  }

  it('refuses an unknown worker and a request that fails its schema, and stores nothing', async () => {
    const unknown = await errorOf(enqueueRun(database.knex, { workerName: 'nobody', request }, { catalogue }));
    const invalid = await errorOf(enqueueRun(database.knex, { workerName: 'ner', request: {} }, { catalogue }));
    const nul = { workerName: 'ner', request: { model: 'a\0b' } };
    const unstorable = await errorOf(enqueueRun(database.knex, nul, { catalogue }));
    expect([unknown.code, invalid.code, unstorable.code]).to.deep.equal([
      'unknown_worker',
      'invalid_request',
      'invalid_request',
    ]);
    expect(await query(database, 'SELECT 1 FROM worker_runs')).to.have.length(0);
  });

  it('answers a busy slot with the run that holds it, waiting or running', async () => {
    const queued = await queueRun(database);
    const whileQueued = await errorOf<SlotBusyError>(queueRun(database));
    await claim(database);
    const whileRunning = await errorOf<SlotBusyError>(queueRun(database));
    expect([whileQueued.code, whileQueued.run.id, whileQueued.run.status]).to.deep.equal([
      'slot_busy',
      queued.id,
      'QUEUED',
    ]);
    expect([whileRunning.code, whileRunning.run.status]).to.deep.equal(['slot_busy', 'RUNNING']);
  });

  it('names the moment from which a waiting retry may start', async () => {
    await insertScheduled(database, { notBefore: '2026-03-01T10:01:00Z' });
    const busy = await errorOf<SlotBusyError>(queueRun(database));
    expect(busy.message).to.include('2026-03-01T10:01:00.000Z');
    expect(busy.run.notBefore?.toISOString()).to.equal('2026-03-01T10:01:00.000Z');
  });

  it('lets exactly one of many callers into a free slot', async () => {
    const answers = await Promise.allSettled(Array.from({ length: 20 }, () => queueRun(database)));
    expect(answers.filter((answer) => answer.status === 'fulfilled')).to.have.length(1);
    const codes = answers.flatMap((answer) =>
      answer.status === 'rejected' ? [(answer.reason as SlotBusyError).code] : [],
    );
    expect(new Set(codes)).to.deep.equal(new Set(['slot_busy']));
  });

  it('appears with the commit of the transaction that it was given', async () => {
    await database.knex.transaction(async (trx) => {
      await enqueueRun(trx, ner, { catalogue });
      expect(await query(database, 'SELECT 1 FROM worker_runs')).to.have.length(0);
    });
    expect(await query(database, 'SELECT 1 FROM worker_runs')).to.have.length(1);
  });

  it('disappears with the rollback of the transaction that it was given', async () => {
    const failure = await errorOf(
      database.knex.transaction(async (trx) => {
        await enqueueRun(trx, ner, { catalogue });
        throw new Error('changed my mind');
      }),
    );
    expect(failure.message).to.equal('changed my mind');
    expect(await query(database, 'SELECT 1 FROM worker_runs')).to.have.length(0);
    expect((await queueRun(database)).status).to.equal('QUEUED');
  });

  it('leaves a transaction that found the slot busy usable, with its own lock time-out', async () => {
    await queueRun(database);
    await database.knex.transaction(async (trx) => {
      await trx.raw(`SET LOCAL lock_timeout = '123ms'`);
      expect((await errorOf(enqueueRun(trx, ner, { catalogue }))).code).to.equal('slot_busy');
      const { rows } = await trx.raw<{ rows: { lock_timeout: string }[] }>('SHOW lock_timeout');
      expect(Object.values(rows[0]!)).to.deep.equal(['123ms']);
    });
  });

  it('says slot_contended when an open transaction holds the slot for more than two seconds', async () => {
    const trx: Knex.Transaction = await database.knex.transaction();
    await enqueueRun(trx, ner, { catalogue });
    const contended = await errorOf(queueRun(database));
    await trx.rollback();
    expect(contended.code).to.equal('slot_contended');
    expect((await queueRun(database)).status).to.equal('QUEUED');
  });

  it('needs one connection: a pool of one serves fifty callers', async () => {
    const one = hostKnex(database.url, { pool: { min: 0, max: 1 } });
    const calls = Array.from({ length: 50 }, (_, n) => enqueueRun(one, { workerName: `w${n}`, request: {} }));
    expect(new Set((await Promise.all(calls)).map((run) => run.workerName))).to.have.property('size', 50);
    await one.destroy();
  });
});
