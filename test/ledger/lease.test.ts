import { expect } from 'chai';
import { renewLease, reportProgress } from '../../lib/ledger/lease.ts';
import { cancelRun } from '../../lib/ledger/cancel-run.ts';
import { reportOutcome } from '../../lib/ledger/report-outcome.ts';
import { createTestDatabase, query, type TestDatabase } from '../support/databases.ts';
import { advanceClock, setClock } from '../support/fake-clock.ts';
import { clearRuns, errorOf, queueAndClaim, rowOf } from './ledger-fixture.ts';

const NOBODYS_TOKEN = '00000000-0000-4000-8000-000000000000';

describe('the lease of a run', () => {
  let database: TestDatabase;
  before(async () => {
    database = await createTestDatabase({ fakeClock: true });
  });
  beforeEach(async () => {
    await clearRuns(database);
    await setClock(database.plain, '2026-03-01T10:00:00Z');
  });
  after(() => database.drop());

  const key = ({ id, leaseToken }: { id: string; leaseToken: string }): { runId: string; leaseToken: string } => ({
    runId: id,
    leaseToken,
  });

  it('is prolonged from now by a renewal', async () => {
    const run = await queueAndClaim(database);
    await advanceClock(database.plain, '20 seconds');
    const state = await renewLease(database.knex, { ...key(run), leaseSeconds: 30 });
    expect(state.leaseExpiresAt.toISOString()).to.equal('2026-03-01T10:00:50.000Z');
    expect(state.cancelRequestedAt).to.equal(null);
  });

  it('is held until just before its end and over at its end', async () => {
    const run = await queueAndClaim(database);
    await advanceClock(database.plain, '29.999999 seconds');
    await reportProgress(database.knex, { ...key(run), progress: 1 });
    await advanceClock(database.plain, '0.000001 seconds');
    expect((await errorOf(reportProgress(database.knex, { ...key(run), progress: 2 }))).code).to.equal('lease_lost');
    expect((await errorOf(renewLease(database.knex, { ...key(run), leaseSeconds: 30 }))).code).to.equal('lease_lost');
    expect(await rowOf(database, run.id)).to.include({ progress: 1, status: 'RUNNING' });
  });

  it('is not given to another token, to a text that is no token or to another run', async () => {
    const run = await queueAndClaim(database);
    const before = await rowOf(database, run.id);
    for (const leaseToken of [NOBODYS_TOKEN, 'no token', '']) {
      const lost = await errorOf(renewLease(database.knex, { runId: run.id, leaseToken, leaseSeconds: 30 }));
      expect(lost.code).to.equal('lease_lost');
    }
    const elsewhere = { runId: '999999', leaseToken: run.leaseToken, leaseSeconds: 30 };
    expect(await errorOf(renewLease(database.knex, elsewhere))).to.include({ code: 'lease_lost', status: null });
    expect(await rowOf(database, run.id)).to.deep.equal(before);
  });

  it('ends with the report of the run, and a refused renewal says how the run stands', async () => {
    const run = await queueAndClaim(database);
    await reportOutcome(database.knex, { ...key(run), outcome: 'SUCCESS' });
    const lost = await errorOf(renewLease(database.knex, { ...key(run), leaseSeconds: 30 }));
    expect(lost).to.include({ code: 'lease_lost', status: 'SUCCESS', runId: run.id });
    expect((await rowOf(database, run.id))['lease_expires_at']).to.equal(null);
  });

  it('tells its holder that a cancel was requested', async () => {
    const run = await queueAndClaim(database);
    await cancelRun(database.knex, { runId: run.id });
    const renewed = await renewLease(database.knex, { ...key(run), leaseSeconds: 30 });
    const progressed = await reportProgress(database.knex, { ...key(run), progress: {} });
    expect(renewed.cancelRequestedAt?.toISOString()).to.equal('2026-03-01T10:00:00.000Z');
    expect(progressed.cancelRequestedAt?.toISOString()).to.equal('2026-03-01T10:00:00.000Z');
  });

  it('is not prolonged by progress', async () => {
    const run = await queueAndClaim(database);
    await advanceClock(database.plain, '20 seconds');
    const state = await reportProgress(database.knex, { ...key(run), progress: { done: 5 } });
    expect(state.leaseExpiresAt.toISOString()).to.equal('2026-03-01T10:00:30.000Z');
    expect((await rowOf(database, run.id))['progress']).to.deep.equal({ done: 5 });
  });

  for (const progress of [0, 'half', [1, 2], null, { text: 'a?b' }]) {
    it(`stores the progress ${JSON.stringify(progress)} as it is`, async () => {
      const run = await queueAndClaim(database);
      await reportProgress(database.knex, { ...key(run), progress });
      expect((await rowOf(database, run.id))['progress']).to.deep.equal(progress);
    });
  }

  it('R-I3: takes a report that is sent together with a renewal, a thousand times, as exactly one success', async () => {
    const rows = await query<{ id: string; token: string }>(
      database,
      `INSERT INTO worker_runs (worker_name, status, trigger, queued_at, started_at, attempt, lease_token, lease_expires_at)
       SELECT 'worker ' || n, 'RUNNING', 'API', statement_timestamp(), statement_timestamp(), 1, gen_random_uuid(),
              statement_timestamp() + interval '30 seconds' FROM generate_series(1, 1000) n
       RETURNING id::text AS id, lease_token::text AS token`,
    );
    const together = rows.map(async ({ id: runId, token: leaseToken }, index) => {
      const report = () => reportOutcome(database.knex, { runId, leaseToken, outcome: 'SUCCESS' });
      const renew = () =>
        renewLease(database.knex, { runId, leaseToken, leaseSeconds: 30 }).catch((error: unknown) => error);
      const [first, second] = await Promise.all(index % 2 === 0 ? [report(), renew()] : [renew(), report()]);
      const renewal = index % 2 === 0 ? second : first;
      return renewal instanceof Error ? (renewal as Error & { code?: string }).code : 'renewed';
    });
    const renewals = new Set(await Promise.all(together));
    expect([...renewals].filter((code) => code !== 'renewed' && code !== 'lease_lost')).to.deep.equal([]);
    const counted = `SELECT status::text AS status, error, count(*)::int AS count FROM worker_runs GROUP BY 1, 2`;
    expect(await query(database, counted)).to.deep.equal([{ status: 'SUCCESS', error: null, count: 1000 }]);
  });
});
