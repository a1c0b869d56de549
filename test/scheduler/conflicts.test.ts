import { expect } from 'chai';
import { enqueueRun, reportOutcome, claimNextRun, saveSchedule, SlotBusyError } from '../../lib/index.ts';
import { NO_HOST_COLUMNS } from '../../lib/database/host-columns.ts';
import { resolveNames } from '../../lib/database/names.ts';
import type { Decision } from '../../lib/schedules/decision.ts';
import { writeDecisions } from '../../lib/schedules/write-decisions.ts';
import { createTestDatabase, query, type TestDatabase } from '../support/databases.ts';
import { setClock } from '../support/fake-clock.ts';
import { emptyTables, endRun, readFires, readRuns, untilBlocked } from './read-ledger.ts';
import { takeLead, type TestLeader } from './test-leader.ts';

describe('the tick in conflict', () => {
  let database: TestDatabase;
  let leader: TestLeader;

  before(async () => {
    database = await createTestDatabase({ fakeClock: true });
  });
  after(() => database.drop());
  beforeEach(async () => {
    await emptyTables(database);
    await setClock(database.plain, '2026-03-01T00:00:30Z');
    for (const workerName of ['a', 'b', 'c']) {
      await saveSchedule(database.knex, { workerName, cron: '* * * * *', request: { of: workerName } });
    }
    leader = await takeLead(database);
  });
  afterEach(() => leader.close());

  const noon = async (): Promise<void> => setClock(database.plain, '2026-03-01T00:01:00Z');

  it('leaves an occurrence as it was decided before, moves on and says so', async () => {
    await noon();
    await database.plain.raw(
      `insert into worker_schedule_fires (worker_name, scheduled_at, decided_at, outcome, reason)
       values ('b', '2026-03-01T00:01:00Z', '2026-03-01T00:01:00Z', 'skipped', 'edited')`,
    );
    await leader.tick();
    expect((await readRuns(database)).map((run) => run.worker_name)).to.deep.equal(['a', 'c']);
    expect(await readFires(database)).to.deep.equal([
      'a 01 00:01 enqueued',
      'b 01 00:01 skipped edited',
      'c 01 00:01 enqueued',
    ]);
    expect(leader.told('already-decided').map((fire) => fire.workerName)).to.deep.equal(['b']);
    const due = await query(database, `select 1 from worker_schedules where next_run_at <= '2026-03-01T00:01:00Z'`);
    expect(due).to.deep.equal([]);
  });

  it('does not wait for a host that has enqueued in an open transaction; the host commits and the slot is found busy', async () => {
    await noon();
    const host = await database.knex.transaction();
    const mine = await enqueueRun(host, { workerName: 'b', request: {} });
    const started = performance.now();
    await leader.tick();
    expect(performance.now() - started).to.be.below(1000);
    expect(await readFires(database)).to.deep.equal(['a 01 00:01 enqueued', 'c 01 00:01 enqueued']);
    expect(leader.told('deferred')).to.deep.equal([{ workerName: 'b', retryInMs: 250 }]);
    await leader.tick();
    expect(leader.told('deferred')).to.have.length(1);
    leader.pass(250);
    await leader.tick();
    expect(leader.told('deferred').map((event) => event.retryInMs)).to.deep.equal([250, 500]);
    await host.commit();
    leader.pass(500);
    await leader.tick();
    expect(leader.told('skipped').map((fire) => [fire.workerName, fire.runId])).to.deep.equal([['b', mine.id]]);
  });

  it('does not wait for a host that has reported in an open transaction; the slot it frees is then used', async () => {
    const queued = await enqueueRun(database.knex, { workerName: 'b', request: {} });
    const run = await claimNextRun(database.knex, { workerNames: ['b'], runnerId: 'r', leaseSeconds: 3600 });
    await noon();
    const host = await database.knex.transaction();
    await reportOutcome(host, { runId: queued.id, leaseToken: run!.leaseToken, outcome: 'SUCCESS' });
    await leader.tick();
    expect(await readFires(database)).to.deep.equal(['a 01 00:01 enqueued', 'c 01 00:01 enqueued']);
    await host.commit();
    leader.pass(250);
    await leader.tick();
    expect(await readFires(database)).to.include('b 01 00:01 enqueued');
  });

  it('names in the state row what has been deferred for more than ten seconds', async () => {
    const { Heartbeat } = await import('../../lib/scheduler/heartbeat.ts');
    await noon();
    const host = await database.knex.transaction();
    await enqueueRun(host, { workerName: 'b', request: {} });
    await leader.tick();
    leader.pass(11_000);
    await new Heartbeat(leader.leading).beat();
    await host.rollback();
    const [state] = await query(database, 'select deferred from worker_scheduler_state');
    expect(state).to.deep.equal({
      deferred: [{ reason: 'another transaction holds the slot', seconds: 11, workerName: 'b' }],
    });
  });

  it('passes over a schedule that an operator is editing, and does not decide it twice', async () => {
    await noon();
    const host = await database.knex.transaction();
    await saveSchedule(host, { workerName: 'b', cron: '* * * * *', request: { of: 'edited' } });
    const report = await leader.tick();
    expect(report.shortestMs).to.equal(250);
    expect(await readFires(database)).to.deep.equal(['a 01 00:01 enqueued', 'c 01 00:01 enqueued']);
    await host.commit();
    await leader.tick();
    const [run] = (await readRuns(database)).filter((one) => one.worker_name === 'b');
    expect(run!.request).to.deep.equal({ of: 'edited' });
  });

  it('records another unique violation as ledger_conflict, for that row alone', async () => {
    await database.plain.raw('create unique index test_once on worker_runs (worker_name, scheduled_for)');
    await database.plain.raw(
      `insert into worker_runs (worker_name, status, trigger, queued_at, scheduled_for)
       values ('b', 'SUCCESS', 'SCHEDULE', now(), '2026-03-01T00:01:00Z')`,
    );
    await noon();
    await leader.tick();
    await database.plain.raw('drop index test_once');
    expect(await readFires(database)).to.deep.equal([
      'a 01 00:01 enqueued',
      'b 01 00:01 failed ledger_conflict',
      'c 01 00:01 enqueued',
    ]);
  });

  it('records a row that the ledger refuses as write_failed, with the reason, and goes on with the others', async () => {
    await database.plain.raw(`alter table worker_runs add constraint test_no_b check (worker_name <> 'b')`);
    await noon();
    await leader.tick();
    await database.plain.raw('alter table worker_runs drop constraint test_no_b');
    expect(await readFires(database)).to.include('b 01 00:01 failed write_failed');
    expect(leader.told('failed')[0]).to.deep.include({ workerName: 'b', reason: 'write_failed' });
    expect(leader.told('failed')[0]!.detail).to.contain('test_no_b');
    expect(await readRuns(database)).to.have.length(2);
  });

  it('leaves a row alone for a minute when not even its failure can be written, and names it', async () => {
    await database.plain.raw(`alter table worker_schedule_fires add constraint test_no_b check (worker_name <> 'b')`);
    await noon();
    await leader.tick();
    expect(await readFires(database)).to.deep.equal(['a 01 00:01 enqueued', 'c 01 00:01 enqueued']);
    expect(leader.told('poisoned').map(({ workerName, retryInMs }) => [workerName, retryInMs])).to.deep.equal([
      ['b', 60_000],
    ]);
    await leader.tick();
    expect(leader.told('poisoned')).to.have.length(1);
    expect(leader.leading.holdback.report().faulty.map((held) => held.workerName)).to.deep.equal(['b']);
    await database.plain.raw('alter table worker_schedule_fires drop constraint test_no_b');
    leader.pass(60_000);
    await leader.tick();
    expect(await readFires(database)).to.include('b 01 00:01 enqueued');
    expect(leader.leading.holdback.report().faulty).to.deep.equal([]);
  });

  it('asks once more when the run that took the slot came and went unseen', async () => {
    await noon();
    const names = resolveNames();
    const decision = (workerName: string): Decision => ({
      ...{ workerName, scheduledAt: null, nextRunAt: new Date('2026-03-01T00:02:00Z'), fault: null },
      ...{ version: 1, dueAt: new Date('2026-03-01T00:01:00Z'), dueAtText: '2026-03-01T00:01:00Z' },
      ...{ verdict: 'enqueue', detail: null, configJson: '{}', hostColumns: NO_HOST_COLUMNS },
    });
    const other = await database.knex.transaction();
    await enqueueRun(other, { workerName: 'a', request: {} });
    await database.plain.transaction(async (trx) => {
      const waiting = writeDecisions(trx, names, [decision('a')]);
      await untilBlocked(database);
      await other.commit();
      const { written, open } = await waiting;
      expect(written).to.deep.equal([]);
      expect(open).to.deep.equal([decision('a')]);
      await endRun(database, 'a', 'SUCCESS');
      const second = await writeDecisions(trx, names, open);
      expect(second.written[0]).to.deep.include({ workerName: 'a', result: 'enqueued' });
    });
  });

  it('R-F3: warns at the third and tenth skip in a row, naming the run that blocks, not at each', async () => {
    const holder = await enqueueRun(database.knex, { workerName: 'b', request: {} });
    for (let minute = 1; minute <= 12; minute += 1) {
      await setClock(database.plain, `2026-03-01T00:${String(minute).padStart(2, '0')}:00Z`);
      await leader.tick();
    }
    expect(leader.told('skipping').filter(({ workerName }) => workerName === 'b')).to.deep.equal([
      { workerName: 'b', count: 3, runId: holder.id },
      { workerName: 'b', count: 10, runId: holder.id },
    ]);
  });

  it('answers a manual run with the waiting one that holds the slot', async () => {
    await noon();
    await leader.tick();
    const error = await enqueueRun(database.knex, { workerName: 'a', request: {} }).catch((thrown: unknown) => thrown);
    expect(error).to.be.instanceOf(SlotBusyError);
    expect((error as SlotBusyError).run).to.deep.include({ workerName: 'a', status: 'QUEUED', trigger: 'SCHEDULE' });
  });
});
