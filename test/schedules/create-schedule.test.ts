import { expect } from 'chai';
import { deleteSchedule } from '../../lib/schedules/delete-schedule.ts';
import { getSchedule } from '../../lib/schedules/read-schedule.ts';
import { saveSchedule } from '../../lib/schedules/save-schedule.ts';
import { createTestDatabase, query, type TestDatabase } from '../support/databases.ts';
import { setClock } from '../support/fake-clock.ts';
import { ada, catalogue, clearSchedules, fires, grace, hourly, nextRunAt, rowOf, save } from './schedules-fixture.ts';

describe('saveSchedule of a worker without a schedule', () => {
  let database: TestDatabase;
  before(async () => {
    database = await createTestDatabase({ fakeClock: true });
  });
  beforeEach(async () => {
    await clearSchedules(database);
    await setClock(database.plain, '2026-03-01T10:30:00.123456Z');
  });
  after(() => database.drop());

  it('stores every column', async () => {
    await save(database, { by: ada });
    const { xmin, ctid, ...row } = (await rowOf(database))!;
    const written = '2026-03-01T10:30:00.123456Z';
    expect([typeof xmin, typeof ctid]).to.deep.equal(['string', 'string']);
    expect(row).to.deep.equal({
      ...{
        worker_name: 'ner',
        kind: 'cron',
        enabled: true,
        cron: '0 * * * *',
        timezone: 'UTC',
        fault: null,
        version: 1,
      },
      ...{ request: '{"model": "small"}', next_run_at: '2026-03-01T11:00:00.000000Z' },
      ...{ last_enqueued_at: null, last_skipped_at: null, created_at: written, updated_at: written },
      ...{ switched_at: written, switched_by: 'Ada', switched_by_user_id: '7' },
      ...{ updated_by: 'Ada', updated_by_user_id: '7' },
    });
  });

  it('answers with the schedule as it can be read, and that it was created', async () => {
    const answer = await save(database, { by: ada });
    expect([answer.created, answer.changed]).to.deep.equal([true, true]);
    expect(await getSchedule(database.knex, 'ner')).to.deep.equal(answer.schedule);
    expect(answer.schedule).to.deep.include({
      ...{ workerName: 'ner', enabled: true, request: { model: 'small' }, version: 1, switchedBy: 'Ada' },
      nextRunAt: new Date('2026-03-01T11:00:00Z'),
    });
  });

  it('keeps the request as it was sent, not as its schema completes it', async () => {
    await save(database);
    expect((await rowOf(database))!['request']).to.equal('{"model": "small"}');
  });

  it('has no next run when it is created paused', async () => {
    await save(database, { enabled: false });
    expect(await rowOf(database)).to.include({ enabled: false, next_run_at: null, version: 1 });
  });

  it('never makes the present minute due', async () => {
    for (const now of ['2026-03-01T10:30:00Z', '2026-03-01T10:30:00.000001Z', '2026-03-01T10:30:59.999999Z']) {
      await clearSchedules(database);
      await setClock(database.plain, now);
      await save(database, { cron: '* * * * *' });
      expect(await nextRunAt(database)).to.equal('2026-03-01T10:31:00.000000Z');
    }
  });

  it('stores the zone that is meant by default, in its canonical spelling', async () => {
    const { timezone, ...zoneless } = hourly;
    expect(timezone).to.equal('UTC');
    await saveSchedule(database.knex, zoneless, { catalogue });
    await saveSchedule(
      database.knex,
      { ...zoneless, workerName: 'ocr', request: {} },
      {
        catalogue,
        defaultTimezone: 'europe/BERLIN',
      },
    );
    expect((await rowOf(database))!['timezone']).to.equal('UTC');
    expect((await rowOf(database, 'ocr'))!['timezone']).to.equal('Europe/Berlin');
  });

  it('needs no catalogue', async () => {
    const { schedule } = await saveSchedule(database.knex, { workerName: 'any', cron: '@daily', request: [1, 'x'] });
    expect([schedule.request, schedule.timezone]).to.deep.equal([[1, 'x'], 'UTC']);
  });

  for (const request of [null, [], {}, ['x'], 'text', '', 5, true, { 'a?b': 'it\'s ? $1 :x "C:\\u0000dir"' }, '🙂']) {
    it(`keeps the request ${JSON.stringify(request)} as it is`, async () => {
      const input = { workerName: 'any', cron: '@daily', request };
      const { schedule } = await saveSchedule(database.knex, input);
      const again = await saveSchedule(database.knex, input);
      expect([schedule.request, again.changed]).to.deep.equal([request, false]);
      expect((await getSchedule(database.knex, 'any'))!.request).to.deep.equal(request);
    });
  }

  it('keeps a request whose key is __proto__, and pollutes nothing', async () => {
    const request: unknown = JSON.parse('{"__proto__": {"polluted": true}, "constructor": 1}');
    await saveSchedule(database.knex, { workerName: 'any', cron: '@daily', request });
    const read = (await getSchedule(database.knex, 'any'))!.request;
    expect(JSON.stringify(read)).to.equal('{"__proto__":{"polluted":true},"constructor":1}');
    expect(({} as Record<string, unknown>)['polluted']).to.equal(undefined);
  });

  for (const workerName of ["o'brien", 'a"b', 'ärger ? :x $1', 'constructor', '__proto__', '🙂'.repeat(255)]) {
    it(`takes a worker called ${JSON.stringify(workerName.slice(0, 12))}`, async () => {
      const { schedule } = await saveSchedule(database.knex, { workerName, cron: '@daily', request: {} });
      expect(schedule.workerName).to.equal(workerName);
      expect(await deleteSchedule(database.knex, { workerName })).to.equal(true);
    });
  }

  it('begins anew under the name of one that was deleted', async () => {
    await save(database, { by: ada });
    await query(
      database,
      `UPDATE worker_schedules SET last_enqueued_at = now(), last_skipped_at = now(), version = 9, next_run_at = NULL,
         enabled = false, fault = 'old'`,
    );
    await deleteSchedule(database.knex, { workerName: 'ner' });
    await setClock(database.plain, '2026-03-05T08:00:00Z');
    const { created } = await save(database, { cron: '30 * * * *', by: grace });
    expect(created).to.equal(true);
    expect(await rowOf(database)).to.include({
      ...{ enabled: true, version: 1, fault: null, last_enqueued_at: null, last_skipped_at: null },
      ...{
        next_run_at: '2026-03-05T08:30:00.000000Z',
        created_at: '2026-03-05T08:00:00.000000Z',
        switched_by: 'Grace',
      },
    });
    expect(await fires(database)).to.deep.equal([]);
  });
});
