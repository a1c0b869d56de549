import { expect } from 'chai';
import { deleteSchedule } from '../../lib/schedules/delete-schedule.ts';
import { listFires } from '../../lib/schedules/list-fires.ts';
import { pauseSchedule, resumeSchedule } from '../../lib/schedules/switch-schedule.ts';
import { createTestDatabase, query, type TestDatabase } from '../support/databases.ts';
import { setClock } from '../support/fake-clock.ts';
import { clearSchedules, errorOf, fires, nextRunAt, rowOf, save, storeNextRun } from './schedules-fixture.ts';

describe('an edit that takes away an occurrence', () => {
  let database: TestDatabase;
  before(async () => {
    database = await createTestDatabase({ fakeClock: true });
  });
  beforeEach(async () => {
    await clearSchedules(database);
    await setClock(database.plain, '2026-03-01T10:30:00Z');
    await save(database);
    await setClock(database.plain, '2026-03-01T11:05:00.000001Z');
  });
  after(() => database.drop());

  const edits = {
    edited: () => save(database, { cron: '30 * * * *' }),
    paused: () => pauseSchedule(database.knex, { workerName: 'ner' }),
    deleted: () => deleteSchedule(database.knex, { workerName: 'ner' }),
  };
  const none = { run_id: null, coalesced_from: null, detail: null };

  for (const reason of ['edited', 'paused', 'deleted'] as const) {
    it(`says that it was skipped because the schedule was ${reason}`, async () => {
      await edits[reason]();
      const fire = { worker_name: 'ner', scheduled_at: '2026-03-01T11:00:00.000000Z', outcome: 'skipped', reason };
      expect(await fires(database)).to.deep.equal([{ ...fire, ...none, decided_at: '2026-03-01T11:05:00.000001Z' }]);
    });

    it(`says so once for all periods that were missed before it was ${reason}`, async () => {
      await setClock(database.plain, '2026-03-08T09:59:00Z');
      await edits[reason]();
      const [fire, ...others] = await fires(database);
      expect(others).to.deep.equal([]);
      expect(fire).to.include({ scheduled_at: '2026-03-08T09:00:00.000000Z', outcome: 'skipped', reason });
      expect(fire).to.include({ coalesced_from: '2026-03-01T11:00:00.000000Z' });
    });

    it(`keeps the microseconds of an instant when the schedule was ${reason}`, async () => {
      await storeNextRun(database, '2026-03-01T11:02:00.123456Z');
      await edits[reason]();
      expect((await fires(database))[0]).to.include({
        scheduled_at: '2026-03-01T11:02:00.123456Z',
        coalesced_from: null,
      });
    });

    it(`keeps the microseconds of the oldest of several when the schedule was ${reason}`, async () => {
      await storeNextRun(database, '2026-03-01T08:02:00.123456Z');
      await edits[reason]();
      expect((await fires(database))[0]).to.include({
        ...{ scheduled_at: '2026-03-01T11:00:00.000000Z', coalesced_from: '2026-03-01T08:02:00.123456Z' },
      });
    });

    it(`leaves a fire as it was decided before the schedule was ${reason}`, async () => {
      await query(
        database,
        `INSERT INTO worker_schedule_fires (worker_name, scheduled_at, decided_at, outcome, run_id)
         VALUES ('ner', '2026-03-01T11:00:00Z', '2026-03-01T11:00:01Z', 'enqueued', '42')`,
      );
      await edits[reason]();
      const [fire, ...others] = await fires(database);
      expect(others).to.deep.equal([]);
      expect(fire).to.include({ outcome: 'enqueued', reason: null, run_id: '42' });
    });

    it(`says nothing when nothing is due and the schedule is ${reason}`, async () => {
      await storeNextRun(database, '2026-03-01T11:05:00.000002Z');
      await edits[reason]();
      expect(await fires(database)).to.deep.equal([]);
    });
  }

  it('is judged by the database, to the microsecond', async () => {
    await storeNextRun(database, '2026-03-01T11:05:00.000001Z');
    await edits.paused();
    expect((await fires(database))[0]).to.include({ scheduled_at: '2026-03-01T11:05:00.000001Z', reason: 'paused' });
  });

  it('says so in the transaction of the edit, or not at all', async () => {
    const before = await rowOf(database);
    const refused = await errorOf(
      database.knex.transaction(async (trx) => {
        await pauseSchedule(trx, { workerName: 'ner' });
        throw new Error('changed my mind');
      }),
    );
    expect(refused.message).to.equal('changed my mind');
    expect([await rowOf(database), await fires(database)]).to.deep.equal([before, []]);
  });

  it('of the zone says edited, and goes on in the new zone', async () => {
    await save(database, { timezone: 'Asia/Kathmandu' });
    expect((await fires(database))[0]).to.include({ scheduled_at: '2026-03-01T11:00:00.000000Z', reason: 'edited' });
    expect(await nextRunAt(database)).to.equal('2026-03-01T11:15:00.000000Z');
  });

  it('says so again for the next occurrence, and not twice for one', async () => {
    await edits.paused();
    await resumeSchedule(database.knex, { workerName: 'ner' });
    await edits.paused();
    expect(await fires(database)).to.have.length(1);
    await resumeSchedule(database.knex, { workerName: 'ner' });
    await setClock(database.plain, '2026-03-01T12:00:00Z');
    await edits.deleted();
    expect((await fires(database)).map((fire) => fire['reason'])).to.deep.equal(['paused', 'deleted']);
  });

  it('of an expression that is no longer understood takes the stored instant', async () => {
    await query(database, `UPDATE worker_schedules SET cron = 'every day'`);
    await storeNextRun(database, '2026-03-01T08:02:00.123456Z');
    await edits.edited();
    expect((await fires(database))[0]).to.include({ scheduled_at: '2026-03-01T08:02:00.123456Z', reason: 'edited' });
  });

  it('stays readable after the schedule is gone', async () => {
    await edits.deleted();
    expect(await listFires(database.knex, { workerName: 'ner' })).to.deep.equal([
      {
        ...{ workerName: 'ner', outcome: 'skipped', reason: 'deleted', runId: null, coalescedFrom: null, detail: null },
        scheduledAt: new Date('2026-03-01T11:00:00Z'),
        decidedAt: new Date('2026-03-01T11:05:00Z'),
      },
    ]);
  });
});
