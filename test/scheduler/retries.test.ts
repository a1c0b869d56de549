import { expect } from 'chai';
import {
  cancelRun,
  claimNextRun,
  deleteSchedule,
  enqueueRun,
  pauseSchedule,
  reportOutcome,
  resumeSchedule,
  saveSchedule,
} from '../../lib/index.ts';
import { createTestDatabase, type TestDatabase } from '../support/databases.ts';
import { advanceClock, setClock } from '../support/fake-clock.ts';
import { emptyTables, endRun, readFires, readRuns, type RunRecord } from './read-ledger.ts';
import { takeLead, type TestLeader } from './test-leader.ts';

const seconds = (run: RunRecord): number => (run.not_before!.getTime() - run.queued_at.getTime()) / 1000;

describe('retries', () => {
  let database: TestDatabase;
  let leader: TestLeader;
  let random = 0.5;

  before(async () => {
    database = await createTestDatabase({ fakeClock: true });
    leader = await takeLead(database, { random: () => random });
  });
  after(async () => {
    await leader.close();
    await database.drop();
  });
  beforeEach(async () => {
    random = 0.5;
    await emptyTables(database);
    await setClock(database.plain, '2026-03-01T04:59:30Z');
    await saveSchedule(database.knex, { workerName: 'w', cron: '0 5 * * *', request: { folder: 'x' } });
    await setClock(database.plain, '2026-03-01T05:00:00Z');
    await leader.tick();
  });

  for (const [end, at, second, third] of [
    ['low', 0, 48, 96],
    ['middle', 0.5, 60, 120],
    ['high', 1, 72, 144],
  ] as const) {
    it(`R-H1: waits ${second} s and ${third} s at the ${end} end of the jitter, three attempts in all`, async () => {
      random = at;
      await endRun(database, 'w', 'FAILED');
      await advanceClock(database.plain, '5 seconds');
      await leader.tick();
      await advanceClock(database.plain, `${second} seconds`);
      await endRun(database, 'w', 'INTERRUPTED');
      await leader.tick();
      await advanceClock(database.plain, `${third} seconds`);
      await endRun(database, 'w', 'FAILED');
      await advanceClock(database.plain, '1 hour');
      await leader.tick();
      const [one, two, three, ...more] = await readRuns(database);
      expect(more).to.deep.equal([]);
      expect([seconds(two!), seconds(three!)]).to.deep.equal([second, third]);
      expect([one!.attempt, two!.attempt, three!.attempt]).to.deep.equal([1, 2, 3]);
      expect([two!.retry_of, three!.retry_of]).to.deep.equal([one!.id, two!.id]);
      expect(two!.queued_at).to.deep.equal(new Date('2026-03-01T05:00:05Z'));
      for (const run of [two!, three!]) {
        expect(run).to.deep.include({ trigger: 'SCHEDULE', request: { folder: 'x' }, config: { folder: 'x' } });
        expect(run.scheduled_for).to.deep.equal(new Date('2026-03-01T05:00:00Z'));
      }
    });
  }

  it('does not let a retry start before its moment', async () => {
    await endRun(database, 'w', 'FAILED');
    await leader.tick();
    const claim = (): Promise<unknown> =>
      claimNextRun(database.knex, { workerNames: ['w'], runnerId: 'r', leaseSeconds: 60 });
    await advanceClock(database.plain, '59.999 seconds');
    expect(await claim()).to.equal(null);
    await advanceClock(database.plain, '0.001 seconds');
    expect(await claim()).to.not.equal(null);
  });

  it('creates one retry however often it ticks', async () => {
    await endRun(database, 'w', 'FAILED');
    for (let round = 0; round < 3; round += 1) await leader.tick();
    expect(await readRuns(database)).to.have.length(2);
    expect(leader.told('retried').at(-1)).to.deep.include({ workerName: 'w', attempt: 2 });
  });

  it('R-H2: never retries a cancelled, a manual or a successful run', async () => {
    const run = await claimNextRun(database.knex, { workerNames: ['w'], runnerId: 'r', leaseSeconds: 60 });
    await cancelRun(database.knex, { runId: run!.id });
    await reportOutcome(database.knex, {
      runId: run!.id,
      leaseToken: run!.leaseToken,
      outcome: 'FAILED',
      error: 'E: e',
    });
    await leader.tick();
    for (const trigger of ['API', 'CLI'] as const) {
      await enqueueRun(database.knex, { workerName: 'w', request: {}, trigger });
      await endRun(database, 'w', 'FAILED');
      await leader.tick();
    }
    expect((await readRuns(database)).map((one) => one.status)).to.deep.equal(['CANCELLED', 'FAILED', 'FAILED']);
  });

  it('R-H2: a disabled schedule keeps its queued retry, which can be cancelled, and makes no new one', async () => {
    await endRun(database, 'w', 'FAILED');
    await leader.tick();
    await pauseSchedule(database.knex, { workerName: 'w' });
    const [, retry] = await readRuns(database);
    expect(retry!.status).to.equal('QUEUED');
    await advanceClock(database.plain, '60 seconds');
    await endRun(database, 'w', 'FAILED');
    await leader.tick();
    expect(await readRuns(database)).to.have.length(2);
  });

  it('does not retry what failed before the schedule was switched on again', async () => {
    await endRun(database, 'w', 'FAILED');
    await advanceClock(database.plain, '1 second');
    await pauseSchedule(database.knex, { workerName: 'w' });
    await resumeSchedule(database.knex, { workerName: 'w' });
    await leader.tick();
    expect(await readRuns(database)).to.have.length(1);
  });

  it('R-G4: a deleted schedule keeps its queued retry and its history, and makes no new one', async () => {
    await endRun(database, 'w', 'FAILED');
    await leader.tick();
    expect(await deleteSchedule(database.knex, { workerName: 'w' })).to.equal(true);
    const [, retry] = await readRuns(database);
    expect((await cancelRun(database.knex, { runId: retry!.id })).status).to.equal('CANCELLED');
    await advanceClock(database.plain, '2 days');
    await leader.tick();
    expect((await readRuns(database)).map((run) => run.status)).to.deep.equal(['FAILED', 'CANCELLED']);
  });

  it('does not retry what ended more than 24 hours ago', async () => {
    await endRun(database, 'w', 'FAILED');
    await database.plain.raw(`update worker_schedules set next_run_at = '2026-04-01T05:00:00Z'`);
    await advanceClock(database.plain, '24 hours');
    await leader.tick();
    expect(await readRuns(database)).to.have.length(1);
  });

  it('ends the chain when a manual run of the worker came after', async () => {
    await endRun(database, 'w', 'FAILED');
    await enqueueRun(database.knex, { workerName: 'w', request: {} });
    await endRun(database, 'w', 'SUCCESS');
    await leader.tick();
    expect((await readRuns(database)).map((run) => run.trigger)).to.deep.equal(['SCHEDULE', 'API']);
  });

  it('R-H3: a waiting retry holds the slot; the next occurrence is a recorded skip', async () => {
    await saveSchedule(database.knex, { workerName: 'm', cron: '* * * * *', request: {} });
    await setClock(database.plain, '2026-03-01T05:01:00Z');
    await leader.tick();
    await setClock(database.plain, '2026-03-01T05:01:10Z');
    await endRun(database, 'm', 'FAILED');
    await leader.tick();
    await setClock(database.plain, '2026-03-01T05:02:00Z');
    await leader.tick();
    expect((await readFires(database)).filter((fire) => fire.startsWith('m'))).to.deep.equal([
      'm 01 05:01 enqueued',
      'm 01 05:02 skipped slot_busy',
    ]);
  });

  it('R-H3: a run that fails just before the next occurrence leaves one run in the slot, not two', async () => {
    const run = await claimNextRun(database.knex, { workerNames: ['w'], runnerId: 'r', leaseSeconds: 86_400 });
    await setClock(database.plain, '2026-03-02T04:59:40Z');
    await reportOutcome(database.knex, {
      runId: run!.id,
      leaseToken: run!.leaseToken,
      outcome: 'FAILED',
      error: 'E: e',
    });
    await setClock(database.plain, '2026-03-02T05:00:00Z');
    await leader.tick();
    const active = (await readRuns(database)).filter((one) => one.status === 'QUEUED');
    expect(active).to.have.length(1);
    expect(await readFires(database)).to.include('w 02 05:00 skipped slot_busy');
  });
});
