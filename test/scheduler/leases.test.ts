import { expect } from 'chai';
import { cancelRun, claimNextRun, enqueueRun, reportOutcome, renewLease, saveSchedule } from '../../lib/index.ts';
import { createTestDatabase, type TestDatabase } from '../support/databases.ts';
import { advanceClock, setClock } from '../support/fake-clock.ts';
import { emptyTables, readRuns } from './read-ledger.ts';
import { takeLead, type TestLeader } from './test-leader.ts';

describe('leases that run out', () => {
  let database: TestDatabase;
  let leader: TestLeader;

  before(async () => {
    database = await createTestDatabase({ fakeClock: true });
    leader = await takeLead(database);
  });
  after(async () => {
    await leader.close();
    await database.drop();
  });
  beforeEach(async () => {
    await emptyTables(database);
    await setClock(database.plain, '2026-03-01T00:00:00Z');
  });

  const claimed = async (): Promise<{ runId: string; leaseToken: string }> => {
    await enqueueRun(database.knex, { workerName: 'w', request: {} });
    const run = await claimNextRun(database.knex, { workerNames: ['w'], runnerId: 'r1', leaseSeconds: 30 });
    return { runId: run!.id, leaseToken: run!.leaseToken };
  };

  it('end the run INTERRUPTED at the very instant, not before', async () => {
    await claimed();
    await advanceClock(database.plain, '29.999999 seconds');
    await leader.tick();
    expect((await readRuns(database))[0]!.status).to.equal('RUNNING');
    await advanceClock(database.plain, '0.000001 seconds');
    await leader.tick();
    const [run] = await readRuns(database);
    expect(run).to.deep.include({
      status: 'INTERRUPTED',
      error: 'LeaseExpired: runner r1 did not renew its lease in time',
    });
    expect(leader.told('interrupted').at(-1)).to.deep.equal({ workerName: 'w', runId: run!.id, status: 'INTERRUPTED' });
  });

  it('end it CANCELLED where a cancel was requested', async () => {
    const { runId } = await claimed();
    await cancelRun(database.knex, { runId });
    await advanceClock(database.plain, '30 seconds');
    await leader.tick();
    expect((await readRuns(database))[0]!.status).to.equal('CANCELLED');
  });

  it('R-I1: refuse the renewal and the report that come afterwards, also a report of INTERRUPTED', async () => {
    const lease = await claimed();
    await advanceClock(database.plain, '60 seconds');
    await leader.tick();
    for (const late of [
      renewLease(database.knex, { ...lease, leaseSeconds: 30 }),
      reportOutcome(database.knex, { ...lease, outcome: 'SUCCESS' }),
      reportOutcome(database.knex, { ...lease, outcome: 'INTERRUPTED' }),
    ]) {
      const error = await late.catch((thrown: unknown) => thrown);
      expect(error).to.deep.include({ code: 'lease_lost', status: 'INTERRUPTED' });
    }
    expect((await readRuns(database))[0]!.status).to.equal('INTERRUPTED');
  });

  it('leave rows without a lease to the host', async () => {
    await database.plain.raw(
      `insert into worker_runs (worker_name, status, trigger, queued_at, started_at)
       values ('host', 'RUNNING', 'API', '2020-01-01Z', '2020-01-01Z')`,
    );
    await leader.tick();
    expect((await readRuns(database))[0]!.status).to.equal('RUNNING');
  });

  it('pass over a run that somebody is reporting, and let the report win', async () => {
    const lease = await claimed();
    const host = await database.knex.transaction();
    await reportOutcome(host, { ...lease, outcome: 'SUCCESS' });
    await advanceClock(database.plain, '60 seconds');
    const started = performance.now();
    await leader.tick();
    expect(performance.now() - started).to.be.below(1000);
    await host.commit();
    await leader.tick();
    expect((await readRuns(database))[0]!.status).to.equal('SUCCESS');
  });

  it('R-I2, R-H4: a runner that dies each time makes three attempts and then silence until the next occurrence', async () => {
    await saveSchedule(database.knex, { workerName: 'w', cron: '0 5 * * *', request: {} });
    await setClock(database.plain, '2026-03-01T05:00:00Z');
    await leader.tick();
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      await claimNextRun(database.knex, { workerNames: ['w'], runnerId: 'doomed', leaseSeconds: 30 });
      await advanceClock(database.plain, '30 seconds');
      await leader.tick();
      await advanceClock(database.plain, '3 minutes');
    }
    expect((await readRuns(database)).map((run) => [run.attempt, run.status])).to.deep.equal([
      [1, 'INTERRUPTED'],
      [2, 'INTERRUPTED'],
      [3, 'INTERRUPTED'],
    ]);
  });
});
