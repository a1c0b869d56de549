import { expect } from 'chai';
import type { Knex } from 'knex';
import { CLAIM_INDEX, indexNames, SLOT_INDEX } from '../../lib/database/ledger-indexes.ts';
import { resolveNames } from '../../lib/database/names.ts';
import { claimNextRun } from '../../lib/ledger/claim-next-run.ts';
import { enqueueRun } from '../../lib/ledger/enqueue-run.ts';
import { createTestDatabase, query, type TestDatabase } from '../support/databases.ts';
import { advanceClock, setClock } from '../support/fake-clock.ts';
import { callCost } from './call-cost.ts';
import { claim, clearRuns, insertScheduled, queueRun, rowOf } from './ledger-fixture.ts';

describe('claimNextRun', () => {
  let database: TestDatabase;
  before(async () => {
    database = await createTestDatabase({ fakeClock: true });
  });
  beforeEach(async () => {
    await clearRuns(database);
    await setClock(database.plain, '2026-03-01T10:00:00Z');
  });
  after(() => database.drop());

  const input = { workerNames: ['ner'], runnerId: 'r1', leaseSeconds: 30 };

  it('makes a waiting run RUNNING, with runner, start, token and lease', async () => {
    const queued = await queueRun(database);
    await advanceClock(database.plain, '5 seconds');
    const run = await claimNextRun(database.knex, input);
    expect(run).to.include({ id: queued.id, status: 'RUNNING', runnerId: 'r1' });
    expect(run?.startedAt?.toISOString()).to.equal('2026-03-01T10:00:05.000Z');
    expect(run?.leaseExpiresAt?.toISOString()).to.equal('2026-03-01T10:00:35.000Z');
    expect(await rowOf(database, queued.id)).to.include({ status: 'RUNNING', lease_token: run?.leaseToken });
  });

  it('answers null when nothing waits', async () => {
    expect(await claimNextRun(database.knex, input)).to.equal(null);
  });

  it('takes only workers that are served here, whatever their names hold', async () => {
    const odd = `a?b'c"d,{e}\\`;
    await queueRun(database, 'ocr');
    expect(await claimNextRun(database.knex, input)).to.equal(null);
    expect(await claimNextRun(database.knex, { ...input, workerNames: [] })).to.equal(null);
    await enqueueRun(database.knex, { workerName: odd, request: null });
    expect((await claimNextRun(database.knex, { ...input, workerNames: [odd] }))?.workerName).to.equal(odd);
  });

  it('leaves a run alone until its not_before, to the microsecond', async () => {
    await insertScheduled(database, { notBefore: '2026-03-01T10:01:00.000001Z' });
    await setClock(database.plain, '2026-03-01T10:01:00.000000Z');
    expect(await claimNextRun(database.knex, input)).to.equal(null);
    await setClock(database.plain, '2026-03-01T10:01:00.000001Z');
    expect((await claimNextRun(database.knex, input))?.status).to.equal('RUNNING');
  });

  it('takes the one first that could have started first', async () => {
    await insertScheduled(database, { workerName: 'late', notBefore: '2026-03-01T10:00:30Z' });
    await advanceClock(database.plain, '10 seconds');
    await insertScheduled(database, { workerName: 'second' });
    await advanceClock(database.plain, '10 seconds');
    await insertScheduled(database, { workerName: 'third' });
    await advanceClock(database.plain, '1 minute');
    const order: (string | undefined)[] = [];
    for (let i = 0; i < 4; i += 1) {
      const run = await claimNextRun(database.knex, { ...input, workerNames: ['late', 'second', 'third'] });
      order.push(run?.workerName);
    }
    expect(order).to.deep.equal(['second', 'third', 'late', undefined]);
  });

  it('gives each run to one of two sessions that claim at once', async () => {
    for (let n = 0; n < 40; n += 1) await enqueueRun(database.knex, { workerName: `w${n}`, request: n });
    const workerNames = Array.from({ length: 40 }, (_, n) => `w${n}`);
    const claims = await Promise.all(
      Array.from({ length: 60 }, (_, n) =>
        claimNextRun(database.knex, { ...input, workerNames, runnerId: `r${n % 2}` }),
      ),
    );
    const taken = claims.flatMap((run) => (run === null ? [] : [run]));
    expect(new Set(taken.map((run) => run.id))).to.have.property('size', taken.length);
    expect(new Set(taken.map((run) => run.leaseToken))).to.have.property('size', taken.length);
    expect(taken.length).to.equal(40);
  });

  it('passes by a run that another session is claiming, without waiting', async () => {
    await queueRun(database);
    const first = await database.knex.transaction();
    expect((await claimNextRun(first, input))?.workerName).to.equal('ner');
    expect(await claimNextRun(database.knex, { ...input, runnerId: 'r2' })).to.equal(null);
    await first.rollback();
    expect((await claimNextRun(database.knex, { ...input, runnerId: 'r2' }))?.runnerId).to.equal('r2');
  });

  it('does not see a run before the transaction that queues it has committed', async () => {
    const host = await database.knex.transaction();
    await enqueueRun(host, { workerName: 'ner', request: null });
    expect(await claimNextRun(database.knex, input)).to.equal(null);
    await host.commit();
    expect((await claimNextRun(database.knex, input))?.workerName).to.equal('ner');
  });

  it('gives a lease of thirty days its whole length', async () => {
    await queueRun(database);
    const run = await claim(database, 'r1', 30 * 86_400);
    expect(run.leaseExpiresAt?.toISOString()).to.equal('2026-03-31T10:00:00.000Z');
  });

  it('reads the waiting rows and not the history', async () => {
    await query(
      database,
      `INSERT INTO worker_runs (worker_name, status, trigger, queued_at, finished_at)
       SELECT 'ner', 'SUCCESS', 'API', statement_timestamp(), statement_timestamp() FROM generate_series(1, 20000)`,
    );
    await query(database, 'ANALYZE worker_runs');
    await queueRun(database);
    const sent: [string, readonly Knex.RawBinding[]][] = [];
    const spy = {
      raw: (text: string, bindings: readonly Knex.RawBinding[]) => (sent.push([text, bindings]), { rows: [] }),
    };
    await claimNextRun(spy as unknown as Knex, input);
    const [text, bindings] = sent[0]!;
    const plan = await query<Record<string, string>>(database, `EXPLAIN ANALYZE ${text}`, bindings);
    const lines = plan.map((row) => row['QUERY PLAN']).join('\n');
    const names = resolveNames();
    const indexes = [SLOT_INDEX, CLAIM_INDEX].flatMap((wish) => indexNames(names, wish));
    expect(indexes.some((index) => lines.includes(index))).to.equal(true);
    expect(lines).not.to.include('Seq Scan');
  });

  it('costs no more when others have queued ten thousand runs before its own', async () => {
    await query(database, 'DELETE FROM worker_runs');
    await queueRun(database);
    const queue = `INSERT INTO worker_runs (worker_name, status, trigger, queued_at)
      SELECT 'other-' || ?::int + n, 'QUEUED', 'API', '2026-01-01T00:00:00Z' FROM generate_series(1, ?::int) n`;
    const pages: number[] = [];
    for (const others of [0, 1000, 9000]) {
      await query(database, queue, [others, others]);
      await query(database, 'VACUUM ANALYZE worker_runs');
      pages.push((await callCost(database.knex, database.plain, () => claimNextRun(database.knex, input))).pages);
      await query(database, `UPDATE worker_runs SET status = 'QUEUED', lease_token = NULL WHERE worker_name = 'ner'`);
    }
    const [alone, ...crowded] = pages;
    for (const each of crowded) expect(each).to.be.below(alone! * 2 + 10);
  });

  it('takes the oldest of many workers too, when it serves more than it looks at one by one', async () => {
    await query(database, 'DELETE FROM worker_runs');
    const { id } = await queueRun(database);
    await queueRun(database, 'ocr');
    const many = ['ner', 'ocr', ...Array.from({ length: 100 }, (_, n) => `none-${n}`)];
    expect(await claimNextRun(database.knex, { ...input, workerNames: many })).to.include({ id, workerName: 'ner' });
    expect(await claimNextRun(database.knex, { ...input, workerNames: many })).to.include({ workerName: 'ocr' });
    expect(await claimNextRun(database.knex, { ...input, workerNames: many })).to.equal(null);
  });
});
