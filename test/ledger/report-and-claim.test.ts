import { expect } from 'chai';
import { claimNextRun } from '../../lib/ledger/claim-next-run.ts';
import { cancelRun, getRun, reportProgress } from '../../lib/index.ts';
import { reportAndClaim } from '../../lib/ledger/report-outcome.ts';
import { createTestDatabase, query, type TestDatabase } from '../support/databases.ts';
import { claim, clearRuns, errorOf, queueAndClaim, queueRun, rowOf } from './ledger-fixture.ts';

const NEXT = { workerNames: ['ner', 'ocr'], runnerId: 'r2', leaseSeconds: 30 };

describe('a report that claims the next run too', () => {
  let database: TestDatabase;
  before(async () => {
    database = await createTestDatabase();
  });
  beforeEach(() => clearRuns(database));
  after(() => database.drop());

  const report = (
    { id, leaseToken }: { id: string; leaseToken: string },
    outcome: 'SUCCESS' | 'FAILED' = 'SUCCESS',
  ) => ({
    report: { runId: id, leaseToken, outcome },
    claim: NEXT,
  });

  it('ends the one and begins the other in the same statement', async () => {
    const first = await queueAndClaim(database);
    const { id } = await queueRun(database, 'ocr');
    const { run, next } = await reportAndClaim(database.knex, report(first));
    expect(run).to.include({ id: first.id, status: 'SUCCESS' });
    expect(next).to.include({ id, status: 'RUNNING', runnerId: 'r2', workerName: 'ocr' });
    const [row] = await query<{ together: boolean; token: string }>(
      database,
      `SELECT a.finished_at = b.started_at AS together, b.lease_token AS token
         FROM worker_runs a, worker_runs b WHERE a.id = ? AND b.id = ?`,
      [first.id, id],
    );
    expect(row).to.deep.equal({ together: true, token: next!.leaseToken });
  });

  it('gives a lease that the next report is taken with', async () => {
    const first = await queueAndClaim(database);
    await queueRun(database, 'ocr');
    const { next } = await reportAndClaim(database.knex, report(first));
    const { run, next: none } = await reportAndClaim(database.knex, report(next!, 'FAILED'));
    expect(run).to.include({ id: next!.id, status: 'FAILED' });
    expect(none).to.equal(null);
  });

  it('does not give a run to two of twenty sessions that report at once', async () => {
    await query(
      database,
      `INSERT INTO worker_runs (worker_name, status, trigger, request, config, queued_at, attempt)
       SELECT 'w' || n, 'QUEUED', 'API', '{}', '{}', statement_timestamp(), 1 FROM generate_series(1, 40) n`,
    );
    const everyone = { ...NEXT, workerNames: Array.from({ length: 40 }, (_, n) => `w${n + 1}`) };
    const firsts = await Promise.all(Array.from({ length: 20 }, () => claimNextRun(database.knex, everyone)));
    const answers = await Promise.all(
      firsts.map((first) => reportAndClaim(database.knex, { ...report(first!), claim: everyone })),
    );
    const ids = answers.map(({ next }) => next?.id);
    expect(new Set(ids)).to.have.length(20);
    expect(ids).to.not.include(undefined);
  });

  it('knows a run that was claimed, and reads of it what has changed since', async () => {
    const { leaseToken, ...claimed } = await queueAndClaim(database);
    await reportProgress(database.knex, { runId: claimed.id, leaseToken, progress: { half: true } });
    await cancelRun(database.knex, { runId: claimed.id });
    const failed = { runId: claimed.id, leaseToken, outcome: 'FAILED', error: 'Error: gone' } as const;
    const { run } = await reportAndClaim(database.knex, { report: failed, claim: NEXT, claimed });
    expect(run).to.include({ status: 'CANCELLED', error: 'Error: gone', leaseExpiresAt: null });
    expect(run).to.deep.equal(await getRun(database.knex, claimed.id));
  });

  it('claims nothing when its lease is over, and says so', async () => {
    const first = await queueAndClaim(database);
    const { id } = await queueRun(database, 'ocr');
    await query(database, `UPDATE worker_runs SET lease_expires_at = statement_timestamp() WHERE id = ?`, [first.id]);
    expect((await errorOf(reportAndClaim(database.knex, report(first)))).code).to.equal('lease_lost');
    expect((await rowOf(database, id))['status']).to.equal('QUEUED');
  });

  it('claims nothing when it is repeated, and is answered as done', async () => {
    const first = await queueAndClaim(database);
    await reportAndClaim(database.knex, { ...report(first), claim: null });
    const { id } = await queueRun(database, 'ocr');
    const { run, next } = await reportAndClaim(database.knex, report(first));
    expect(run.status).to.equal('SUCCESS');
    expect(next).to.equal(null);
    expect((await rowOf(database, id))['status']).to.equal('QUEUED');
    expect((await claim(database)).id).to.equal(id);
  });
});
