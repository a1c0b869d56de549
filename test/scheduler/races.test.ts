import { expect } from 'chai';
import {
  claimNextRun,
  deleteSchedule,
  enqueueRun,
  pauseSchedule,
  reportOutcome,
  resumeSchedule,
  saveSchedule,
} from '../../lib/index.ts';
import { createTestDatabase, query, type TestDatabase } from '../support/databases.ts';
import { advanceClock, setClock } from '../support/fake-clock.ts';
import { emptyTables, endRun, readFires, readRuns, untilBlocked } from './read-ledger.ts';
import { leaderOn, takeLead, type TestLeader, unfencedSession } from './test-leader.ts';

describe('two sessions at once', () => {
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
    await setClock(database.plain, '2026-03-01T00:00:30Z');
  });

  it('R-E3: two ticks at once, the lock left out, make one run per schedule in each of 50 rounds', async () => {
    await database.plain.raw(
      `insert into worker_schedules (worker_name, enabled, cron, timezone, request, next_run_at, switched_at, created_at, updated_at)
       select 'w' || n, true, '* * * * *', 'UTC', '{}', '2026-03-01T00:01:00Z', '2026-03-01Z', '2026-03-01Z', '2026-03-01Z'
         from generate_series(1, 20) n`,
    );
    const leaders = [leaderOn(unfencedSession(database.knex)), leaderOn(unfencedSession(database.knex))];
    for (let round = 1; round <= 50; round += 1) {
      await advanceClock(database.plain, '1 minute');
      await Promise.all(leaders.map((one) => one.tick()));
      await Promise.all(leaders.map((one) => one.tick()));
      await database.plain.raw(`update worker_runs set status = 'SUCCESS' where status = 'QUEUED'`);
      expect(await query(database, 'select 1 from worker_runs')).to.have.length(20 * round);
    }
    expect(leaders.flatMap((one) => one.told('failed'))).to.deep.equal([]);
    expect(leaders.flatMap((one) => one.told('error'))).to.deep.equal([]);
    const fires = await query(database, `select 1 from worker_schedule_fires where outcome = 'enqueued'`);
    expect(fires).to.have.length(1000);
  });

  it('R-G1: a pause that comes between the tick and its commit waits, and wins', async () => {
    await saveSchedule(database.knex, { workerName: 'w', cron: '* * * * *', request: { v: 1 } });
    await setClock(database.plain, '2026-03-01T00:01:00Z');
    const slow = unfencedSession(database.knex);
    let pausing: Promise<unknown> | undefined;
    const between = leaderOn({
      ...slow,
      write: (work) =>
        slow.write(async (trx, now) => {
          const result = await work(trx, now);
          if (Array.isArray((result as { written?: unknown }).written)) {
            pausing = pauseSchedule(database.knex, { workerName: 'w', by: { id: '7', name: 'ana' } });
            await untilBlocked(database);
          }
          return result;
        }),
    });
    await between.tick();
    await pausing;
    expect(await readRuns(database)).to.have.length(1);
    const [row] = await query(database, 'select enabled, next_run_at, switched_by, request from worker_schedules');
    expect(row).to.deep.equal({ enabled: false, next_run_at: null, switched_by: 'ana', request: { v: 1 } });
  });

  it('R-G1: a save in an open transaction is passed over, and its values are what the next run carries', async () => {
    await saveSchedule(database.knex, { workerName: 'w', cron: '* * * * *', request: { v: 1 } });
    await setClock(database.plain, '2026-03-01T00:01:00Z');
    const host = await database.knex.transaction();
    await pauseSchedule(host, { workerName: 'w' });
    await leader.tick();
    await host.commit();
    await leader.tick();
    expect(await readRuns(database)).to.deep.equal([]);
    expect(await readFires(database)).to.deep.equal(['w 01 00:01 skipped paused']);
  });

  it('a pause that commits first leaves no retry; a retry that comes first is left queued', async () => {
    for (const pauseFirst of [true, false]) {
      await emptyTables(database);
      await setClock(database.plain, '2026-03-01T04:59:00Z');
      await saveSchedule(database.knex, { workerName: 'w', cron: '0 5 * * *', request: {} });
      await setClock(database.plain, '2026-03-01T05:00:00Z');
      await leader.tick();
      await endRun(database, 'w', 'FAILED');
      const host = await database.knex.transaction();
      if (pauseFirst) await pauseSchedule(host, { workerName: 'w' });
      await leader.tick();
      if (!pauseFirst) await pauseSchedule(host, { workerName: 'w' });
      await host.commit();
      await leader.tick();
      expect(await readRuns(database)).to.have.length(pauseFirst ? 1 : 2);
    }
  });

  it('R-H3: a run that fails while the next occurrence comes leaves one active run', async () => {
    await saveSchedule(database.knex, { workerName: 'w', cron: '* * * * *', request: {} });
    await setClock(database.plain, '2026-03-01T00:01:00Z');
    await leader.tick();
    const run = await claimNextRun(database.knex, { workerNames: ['w'], runnerId: 'r', leaseSeconds: 3600 });
    await setClock(database.plain, '2026-03-01T00:02:00Z');
    await Promise.all([
      leader.tick(),
      reportOutcome(database.knex, { runId: run!.id, leaseToken: run!.leaseToken, outcome: 'FAILED', error: 'E: e' }),
    ]);
    leader.pass(250);
    await leader.tick();
    expect((await readRuns(database)).filter(({ status }) => status === 'QUEUED')).to.have.length(1);
    expect(await readFires(database)).to.have.length(2);
  });

  it('a tick and a manual run that race for the slot make one run, and each is told', async () => {
    for (let round = 0; round < 10; round += 1) {
      await emptyTables(database);
      await setClock(database.plain, '2026-03-01T00:00:30Z');
      await saveSchedule(database.knex, { workerName: 'w', cron: '* * * * *', request: {} });
      await setClock(database.plain, '2026-03-01T00:01:00Z');
      const [manual] = await Promise.allSettled([
        enqueueRun(database.knex, { workerName: 'w', request: {} }),
        leader.tick(),
      ]);
      leader.pass(5000);
      await leader.tick();
      const [run, ...more] = await readRuns(database);
      expect(more).to.deep.equal([]);
      expect(run!.trigger).to.equal(manual.status === 'fulfilled' ? 'API' : 'SCHEDULE');
      expect(await readFires(database)).to.have.length(1);
    }
  });

  it('a worker whose owed retry was deferred is not decided in the same tick, and keeps nobody waiting', async () => {
    for (const workerName of ['x', 'y']) {
      await saveSchedule(database.knex, { workerName, cron: '* * * * *', request: {} });
    }
    await setClock(database.plain, '2026-03-01T00:01:00Z');
    await leader.tick();
    await endRun(database, 'x', 'FAILED');
    await endRun(database, 'y', 'SUCCESS');
    await setClock(database.plain, '2026-03-01T00:02:00Z');
    const host = await database.knex.transaction();
    await enqueueRun(host, { workerName: 'x', request: {} });
    const before = leader.told('deferred').length;
    await leader.tick();
    await host.rollback();
    expect(leader.told('deferred').slice(before)).to.deep.equal([{ workerName: 'x', retryInMs: 250 }]);
    expect((await readFires(database)).filter((fire) => fire.includes('00:02'))).to.deep.equal(['y 01 00:02 enqueued']);
    leader.pass(250);
    await leader.tick();
    expect((await readFires(database)).at(-2)).to.equal('x 01 00:02 skipped slot_busy');
    expect((await readRuns(database)).at(-1)).to.deep.include({ worker_name: 'x', attempt: 2, status: 'QUEUED' });
  });

  it('R-G5: a schedule deleted and created again in one burst while the scheduler ticks has one run per slot', async () => {
    await saveSchedule(database.knex, { workerName: 'w', cron: '* * * * *', request: { old: true } });
    await setClock(database.plain, '2026-03-01T00:01:00Z');
    const burst = async (): Promise<void> => {
      await deleteSchedule(database.knex, { workerName: 'w' });
      await saveSchedule(database.knex, { workerName: 'w', cron: '*/2 * * * *', request: { old: false } });
    };
    await Promise.all([burst(), leader.tick()]);
    await database.plain.raw(`update worker_runs set status = 'SUCCESS'`);
    await setClock(database.plain, '2026-03-01T00:02:00Z');
    await leader.tick();
    const fires = await readFires(database);
    expect(fires).to.have.length(2);
    expect(fires[1]).to.equal('w 01 00:02 enqueued');
    expect((await readRuns(database)).at(-1)!.request).to.deep.equal({ old: false });
  });

  it('R-G2: switching off, on, off and on within a second fires nothing', async () => {
    await saveSchedule(database.knex, { workerName: 'w', cron: '0 10 * * 6', request: {}, enabled: false });
    await advanceClock(database.plain, '11 days');
    for (const flip of [resumeSchedule, pauseSchedule, resumeSchedule]) await flip(database.knex, { workerName: 'w' });
    await leader.tick();
    expect(await readRuns(database)).to.deep.equal([]);
    const [row] = await query(database, 'select next_run_at from worker_schedules');
    expect(row!['next_run_at']).to.deep.equal(new Date('2026-03-14T10:00:00Z'));
  });
});
