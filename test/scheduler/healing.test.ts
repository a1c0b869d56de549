import { expect } from 'chai';
import { saveSchedule, zoneDataVersion } from '../../lib/index.ts';
import { heal } from '../../lib/scheduler/heal.ts';
import { Heartbeat } from '../../lib/scheduler/heartbeat.ts';
import { createTestDatabase, query, type TestDatabase } from '../support/databases.ts';
import { setClock } from '../support/fake-clock.ts';
import { emptyTables, readFires } from './read-ledger.ts';
import { takeLead, type TestLeader } from './test-leader.ts';

describe('healing', () => {
  let database: TestDatabase;
  let leader: TestLeader;

  before(async () => {
    database = await createTestDatabase({ fakeClock: true });
  });
  after(() => database.drop());
  beforeEach(async () => {
    await emptyTables(database);
    await setClock(database.plain, '2026-03-01T00:00:30Z');
    leader = await takeLead(database);
    await saveSchedule(database.knex, { workerName: 'w', cron: '*/5 * * * *', request: {} });
  });
  afterEach(() => leader.close());

  const store = (instant: string | null, fault: string | null = null): Promise<unknown> =>
    database.plain.raw('update worker_schedules set next_run_at = ?::timestamptz, fault = ?', [instant, fault]);
  const stored = async (): Promise<unknown> =>
    (await query<{ next_run_at: Date | null }>(database, 'select next_run_at from worker_schedules'))[0]!.next_run_at;

  it('replaces an instant that lies later than the next occurrence', async () => {
    await store('2026-03-01T08:05:00Z');
    await heal(leader.leading, 'leader_started');
    expect(await stored()).to.deep.equal(new Date('2026-03-01T00:05:00Z'));
    expect(leader.told('healed')).to.deep.equal([
      {
        ...{ workerName: 'w', from: new Date('2026-03-01T08:05:00Z'), to: new Date('2026-03-01T00:05:00Z') },
        reason: 'leader_started',
      },
    ]);
  });

  it('gives an instant to a schedule that lost it to a fault which is gone', async () => {
    await store(null, 'zone not known');
    await heal(leader.leading, 'leader_started');
    expect(await stored()).to.deep.equal(new Date('2026-03-01T00:05:00Z'));
    expect(await query(database, 'select fault from worker_schedules')).to.deep.equal([{ fault: null }]);
  });

  it('leaves alone an instant in the past, a right one, an earlier one and a paused schedule', async () => {
    for (const instant of ['2026-02-01T00:00:00Z', '2026-03-01T00:05:00Z', '2026-03-01T00:04:00Z']) {
      await store(instant);
      await heal(leader.leading, 'leader_started');
      expect(await stored()).to.deep.equal(new Date(instant));
    }
    await database.plain.raw('update worker_schedules set enabled = false, next_run_at = null');
    await heal(leader.leading, 'leader_started');
    expect(await stored()).to.equal(null);
    expect(leader.told('healed')).to.deep.equal([]);
  });

  it('leaves a schedule whose expression is still not understood with its fault', async () => {
    await store(null, 'because');
    await database.plain.raw(`update worker_schedules set timezone = 'Mars/Olympus'`);
    await heal(leader.leading, 'leader_started');
    expect(await query(database, 'select next_run_at, fault from worker_schedules')).to.deep.equal([
      { next_run_at: null, fault: 'because' },
    ]);
  });

  it('follows the rules of a zone that changed under a stored instant, and the leader records whose rules they are', async () => {
    await setClock(database.plain, '2023-01-09T12:00:00Z');
    await saveSchedule(database.knex, { workerName: 'w', cron: '0 9 * * *', timezone: 'Asia/Amman', request: {} });
    // Jordan keeps UTC+3 in winter since October 2022; a process with older zone data stored 09:00 at UTC+2.
    await store('2023-01-10T07:00:00Z');
    await heal(leader.leading, 'leader_started');
    expect(await stored()).to.deep.equal(new Date('2023-01-10T06:00:00Z'));
    await new Heartbeat(leader.leading).beat();
    expect(await query(database, 'select zone_data_version from worker_scheduler_state')).to.deep.equal([
      { zone_data_version: zoneDataVersion() },
    ]);
  });

  it('R-D2: a database clock that steps back an hour makes no second run and no pause', async () => {
    await setClock(database.plain, '2026-03-01T02:00:00Z');
    const { now } = await leader.tick();
    expect(await readFires(database)).to.deep.equal(['w 01 02:00 enqueued']);
    await database.plain.raw(`update worker_runs set status = 'SUCCESS'`);
    await setClock(database.plain, '2026-03-01T01:00:00Z');
    const report = await leader.tick(now);
    expect(leader.told('healed')[0]).to.deep.include({
      reason: 'clock_stepped_back',
      to: new Date('2026-03-01T01:05:00Z'),
    });
    expect(report.longestMs).to.be.at.most(2000);
    await setClock(database.plain, '2026-03-01T01:05:00Z');
    await leader.tick(report.now);
    await database.plain.raw(`update worker_runs set status = 'SUCCESS'`);
    await setClock(database.plain, '2026-03-01T02:00:00Z');
    await leader.tick();
    expect(await readFires(database)).to.deep.equal(['w 01 01:05 enqueued', 'w 01 02:00 enqueued']);
    expect(leader.told('already-decided')).to.have.length(1);
    expect(await query(database, 'select 1 from worker_runs')).to.have.length(2);
  });

  it('a due schedule whose zone is no longer known fails once, sleeps with its reason and stops no other', async () => {
    await saveSchedule(database.knex, { workerName: 'other', cron: '*/5 * * * *', request: {} });
    await database.plain.raw(`update worker_schedules set timezone = 'Mars/Olympus' where worker_name = 'w'`);
    await setClock(database.plain, '2026-03-01T00:05:00Z');
    await leader.tick();
    expect(await readFires(database)).to.deep.equal(['other 01 00:05 enqueued', 'w 01 00:05 failed invalid_schedule']);
    const [row] = await query(database, `select next_run_at, fault from worker_schedules where worker_name = 'w'`);
    expect(row!['next_run_at']).to.equal(null);
    expect(row!['fault']).to.contain('Mars/Olympus');
  });
});
