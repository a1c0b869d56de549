import { expect } from 'chai';
import { claimNextRun, reportOutcome, saveSchedule } from '../../lib/index.ts';
import { createTestDatabase, query, type TestDatabase } from '../support/databases.ts';
import { advanceClock, setClock } from '../support/fake-clock.ts';
import { tick } from '../../lib/scheduler/tick.ts';
import { takeLead, type TestLeader } from './test-leader.ts';

interface Fire {
  readonly worker_name: string;
  readonly at: string;
  readonly outcome: string;
  readonly reason: string | null;
  readonly run_id: string | null;
  readonly from: string | null;
}

describe('the tick decides due schedules', () => {
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
    await database.plain.raw('truncate worker_runs, worker_schedules, worker_schedule_fires');
  });

  const save = (workerName: string, cron: string, timezone = 'UTC'): Promise<unknown> =>
    saveSchedule(database.knex, { workerName, cron, timezone, request: {} });
  const fires = (): Promise<Fire[]> =>
    query<Fire>(
      database,
      `select worker_name, to_char(scheduled_at at time zone 'UTC', 'MM-DD HH24:MI:SS.US') as at, outcome, reason, run_id,
         to_char(coalesced_from at time zone 'UTC', 'MM-DD HH24:MI:SS.US') as "from"
         from worker_schedule_fires order by scheduled_at, worker_name`,
    );
  const runs = (): Promise<{ id: string; status: string; scheduled_for: Date }[]> =>
    query(database, 'select id::text, status, scheduled_for from worker_runs order by id');
  const schedule = async (workerName: string): Promise<Record<string, Date | null>> =>
    (
      await query<Record<string, Date | null>>(database, 'select * from worker_schedules where worker_name = ?', [
        workerName,
      ])
    )[0]!;
  const finishActive = async (workerName: string): Promise<void> => {
    const run = await claimNextRun(database.knex, { workerNames: [workerName], runnerId: 'r', leaseSeconds: 3600 });
    await reportOutcome(database.knex, { runId: run!.id, leaseToken: run!.leaseToken, outcome: 'SUCCESS' });
  };

  it('enqueues one run of a due schedule, records the fire and moves on', async () => {
    await setClock(database.plain, '2026-03-01T00:00:30Z');
    await save('ner', '* * * * *');
    await setClock(database.plain, '2026-03-01T00:01:00Z');
    await leader.tick();
    const [run] = await runs();
    expect(run).to.deep.include({ status: 'QUEUED', scheduled_for: new Date('2026-03-01T00:01:00Z') });
    expect(await fires()).to.deep.equal([
      {
        worker_name: 'ner',
        at: '03-01 00:01:00.000000',
        outcome: 'enqueued',
        reason: null,
        run_id: run!.id,
        from: null,
      },
    ]);
    const row = await schedule('ner');
    expect(row['next_run_at']).to.deep.equal(new Date('2026-03-01T00:02:00Z'));
    expect(row['last_enqueued_at']).to.deep.equal(new Date('2026-03-01T00:01:00Z'));
  });

  it('does nothing before the instant', async () => {
    await setClock(database.plain, '2026-03-01T00:00:30Z');
    await save('ner', '* * * * *');
    await setClock(database.plain, '2026-03-01T00:00:59.999999Z');
    const { longestMs } = await leader.tick();
    expect(await runs()).to.deep.equal([]);
    expect(longestMs).to.equal(20);
  });

  it('R-F1: three days or two years of missed periods cost one run and no visible pause', async () => {
    await setClock(database.plain, '2024-03-01T00:00:30Z');
    await save('years', '*/5 * * * *');
    await setClock(database.plain, '2026-02-26T00:00:30Z');
    await save('days', '* * * * *');
    await setClock(database.plain, '2026-03-01T00:00:30Z');
    const started = performance.now();
    await leader.tick();
    expect(performance.now() - started).to.be.below(1000);
    expect(await fires()).to.deep.include.members([
      {
        ...{ worker_name: 'days', at: '03-01 00:00:00.000000', outcome: 'enqueued', reason: null },
        ...{ run_id: (await runs())[0]!.id, from: '02-26 00:01:00.000000' },
      },
    ]);
    expect(await runs()).to.have.length(2);
    expect((await schedule('years'))['next_run_at']).to.deep.equal(new Date('2026-03-01T00:05:00Z'));
    for (let minute = 1; minute <= 5; minute += 1) {
      await finishActive('days');
      await advanceClock(database.plain, '1 minute');
      await leader.tick();
    }
    expect((await fires()).filter((fire) => fire.worker_name === 'days')).to.have.length(6);
  });

  it('R-F2: a skip is recorded once, moves the schedule on and ends when the slot is free', async () => {
    await setClock(database.plain, '2026-03-01T09:59:00Z');
    await save('ner', '*/5 * * * *');
    for (const minute of ['10:00', '10:05', '10:06', '10:10']) {
      await setClock(database.plain, `2026-03-01T${minute}:00Z`);
      await leader.tick();
      expect((await schedule('ner'))['next_run_at']! > new Date(`2026-03-01T${minute}:00Z`)).to.equal(true);
    }
    const row = await schedule('ner');
    expect(row['last_skipped_at']).to.deep.equal(new Date('2026-03-01T10:10:00Z'));
    expect(row['last_enqueued_at']).to.deep.equal(new Date('2026-03-01T10:00:00Z'));
    await setClock(database.plain, '2026-03-01T10:12:00Z');
    await finishActive('ner');
    await setClock(database.plain, '2026-03-01T10:15:00Z');
    await leader.tick();
    const [first, second] = await runs();
    expect(
      (await fires()).map(({ at, outcome, reason, run_id }) => [at.slice(6, 11), outcome, reason, run_id]),
    ).to.deep.equal([
      ['10:00', 'enqueued', null, first!.id],
      ['10:05', 'skipped', 'slot_busy', first!.id],
      ['10:10', 'skipped', 'slot_busy', first!.id],
      ['10:15', 'enqueued', null, second!.id],
    ]);
  });

  it('R-F4: catching up late keeps the calendar', async () => {
    for (const [down, up, expected] of [
      ['2026-02-28T22:50:00Z', '2026-02-28T23:05:00Z', '2026-03-01T22:55:00Z'],
      ['2026-02-28T22:54:30Z', '2026-02-28T22:55:31Z', '2026-03-01T22:55:00Z'],
      ['2026-02-28T22:50:00Z', '2026-03-02T00:50:00Z', '2026-03-02T22:55:00Z'],
    ] as const) {
      await database.plain.raw('truncate worker_runs, worker_schedules, worker_schedule_fires');
      await setClock(database.plain, down);
      await save('nightly', '55 23 * * *', 'Europe/Berlin');
      await setClock(database.plain, up);
      await leader.tick();
      expect(await runs()).to.have.length(1);
      expect((await schedule('nightly'))['next_run_at']).to.deep.equal(new Date(expected));
    }
  });

  it('R-J3: an instant with microseconds is due on time and recorded with them', async () => {
    await setClock(database.plain, '2026-03-01T00:00:30Z');
    await save('ner', '0 * * * *');
    await database.plain.raw(`update worker_schedules set next_run_at = '2026-03-01T00:40:00.123456Z'`);
    await setClock(database.plain, '2026-03-01T00:40:00.123455Z');
    await leader.tick();
    expect(await fires()).to.deep.equal([]);
    await setClock(database.plain, '2026-03-01T00:40:00.123456Z');
    await leader.tick();
    expect((await fires()).map((fire) => fire.at)).to.deep.equal(['03-01 00:40:00.123456']);
  });

  it('leaves a paused schedule alone', async () => {
    await setClock(database.plain, '2026-03-01T00:00:30Z');
    await saveSchedule(database.knex, { workerName: 'ner', cron: '* * * * *', enabled: false, request: {} });
    await advanceClock(database.plain, '1 day');
    await leader.tick();
    expect(await fires()).to.deep.equal([]);
  });

  it('decides at most maxPerTick, earliest first, and says that more follows', async () => {
    await setClock(database.plain, '2026-03-01T00:00:30Z');
    for (const minute of [4, 3, 2, 1]) await save(`w${minute}`, `${minute} 0 * * *`);
    await setClock(database.plain, '2026-03-01T00:10:00Z');
    const small = { ...leader.leading, settings: { ...leader.leading.settings, maxPerTick: 3 } };
    leader.leading.dueBound.forget();
    expect(await tick(small, undefined)).to.include({ shortestMs: 0, longestMs: 0 });
    expect((await fires()).map((fire) => fire.worker_name)).to.deep.equal(['w1', 'w2', 'w3']);
    expect(leader.told('backlog')).to.deep.equal([{ decided: 3 }]);
    expect((await tick(small, undefined)).shortestMs).to.equal(20);
    expect(
      leader
        .told('tick')
        .map(({ decided }) => decided)
        .slice(-2),
    ).to.deep.equal([3, 1]);
    expect(leader.told('backlog')).to.have.length(1);
  });
});
