import { expect } from 'chai';
import { pauseSchedule, resumeSchedule } from '../../lib/schedules/switch-schedule.ts';
import { patchSchedule } from '../../lib/schedules/save-schedule.ts';
import { createTestDatabase, query, type TestDatabase } from '../support/databases.ts';
import { setClock } from '../support/fake-clock.ts';
import { ada, clearSchedules, fires, grace, nextRunAt, rowOf, save, storeNextRun } from './schedules-fixture.ts';

describe('an edit of a schedule', () => {
  let database: TestDatabase;
  before(async () => {
    database = await createTestDatabase({ fakeClock: true });
  });
  beforeEach(async () => {
    await clearSchedules(database);
    await setClock(database.plain, '2026-03-01T10:30:00.123456Z');
    await save(database, { by: ada });
    await setClock(database.plain, '2026-03-01T10:40:00.654321Z');
  });
  after(() => database.drop());

  it('writes nothing at all when it is identical', async () => {
    const before = await rowOf(database);
    const answers = [
      await save(database, { by: grace }),
      await save(database, { enabled: true, timezone: 'utc', request: { model: 'small' } }),
      await patchSchedule(database.knex, { workerName: 'ner', by: grace, changes: {} }),
      await resumeSchedule(database.knex, { workerName: 'ner', by: grace }),
    ];
    expect(answers.map(({ created, changed }) => [created, changed])).to.deep.equal(Array(4).fill([false, false]));
    expect(await rowOf(database)).to.deep.equal(before);
  });

  it('is identical when only the order of the keys differs', async () => {
    await save(database, { request: { model: 'small', batch: 5 } });
    const before = await rowOf(database);
    expect((await save(database, { request: { batch: 5, model: 'small' } })).changed).to.equal(false);
    expect(await rowOf(database)).to.deep.equal(before);
  });

  it('leaves a due run due when it is identical, however often it is sent', async () => {
    await setClock(database.plain, '2026-03-01T13:05:00Z');
    for (let deploy = 0; deploy < 3; deploy += 1) await save(database);
    expect(await nextRunAt(database)).to.equal('2026-03-01T11:00:00.000000Z');
    expect(await fires(database)).to.deep.equal([]);
  });

  it('of the request alone keeps the next run with its microseconds', async () => {
    await storeNextRun(database, '2026-03-01T10:45:00.123456Z');
    await save(database, { request: { model: 'large' }, by: grace });
    expect(await rowOf(database)).to.include({
      ...{ next_run_at: '2026-03-01T10:45:00.123456Z', request: '{"model": "large"}', version: 2 },
      ...{ updated_at: '2026-03-01T10:40:00.654321Z', updated_by: 'Grace', updated_by_user_id: '8' },
      ...{ switched_at: '2026-03-01T10:30:00.123456Z', switched_by: 'Ada', switched_by_user_id: '7' },
      created_at: '2026-03-01T10:30:00.123456Z',
    });
  });

  it('of the request of a due schedule leaves the occurrence to the scheduler', async () => {
    await setClock(database.plain, '2026-03-01T12:05:00Z');
    await save(database, { request: { model: 'large' } });
    expect(await nextRunAt(database)).to.equal('2026-03-01T11:00:00.000000Z');
    expect(await fires(database)).to.deep.equal([]);
  });

  it('of the expression computes the next run from now', async () => {
    await save(database, { cron: '41 * * * *' });
    expect(await rowOf(database)).to.include({ next_run_at: '2026-03-01T10:41:00.000000Z', version: 2 });
  });

  it('of the zone computes the next run from now', async () => {
    await save(database, { timezone: 'Asia/Kathmandu' });
    expect(await rowOf(database)).to.include({
      ...{ next_run_at: '2026-03-01T11:15:00.000000Z', timezone: 'Asia/Kathmandu', version: 2 },
    });
  });

  it('of the expression of a paused schedule leaves it without a next run', async () => {
    await pauseSchedule(database.knex, { workerName: 'ner' });
    await save(database, { cron: '41 * * * *' });
    expect(await rowOf(database)).to.include({ next_run_at: null, enabled: false, cron: '41 * * * *', version: 3 });
  });

  it('does not undo a pause that it does not speak of', async () => {
    await pauseSchedule(database.knex, { workerName: 'ner' });
    expect((await save(database)).changed).to.equal(false);
    expect(await rowOf(database)).to.include({ enabled: false, next_run_at: null, version: 2 });
  });

  it('that pauses and resumes says when and by whom, and counts both', async () => {
    await pauseSchedule(database.knex, { workerName: 'ner', by: grace });
    expect(await rowOf(database)).to.include({
      ...{ enabled: false, next_run_at: null, version: 2, switched_by: 'Grace', switched_by_user_id: '8' },
      switched_at: '2026-03-01T10:40:00.654321Z',
    });
    await setClock(database.plain, '2026-03-01T10:50:00Z');
    await resumeSchedule(database.knex, { workerName: 'ner', by: ada });
    expect(await rowOf(database)).to.include({
      ...{ enabled: true, next_run_at: '2026-03-01T11:00:00.000000Z', version: 3, switched_by: 'Ada' },
      switched_at: '2026-03-01T10:50:00.000000Z',
    });
  });

  it('that resumes after eleven days fires nothing that was missed', async () => {
    await save(database, { cron: '0 10 * * 6', enabled: false });
    await setClock(database.plain, '2026-03-11T15:00:00Z');
    await resumeSchedule(database.knex, { workerName: 'ner' });
    expect(await nextRunAt(database)).to.equal('2026-03-14T10:00:00.000000Z');
    await pauseSchedule(database.knex, { workerName: 'ner' });
    await resumeSchedule(database.knex, { workerName: 'ner' });
    expect(await nextRunAt(database)).to.equal('2026-03-14T10:00:00.000000Z');
    expect(await fires(database)).to.deep.equal([]);
  });

  it('without a name leaves nobody named', async () => {
    await pauseSchedule(database.knex, { workerName: 'ner' });
    const nobody = { switched_by: null, switched_by_user_id: null, updated_by: null, updated_by_user_id: null };
    expect(await rowOf(database)).to.include(nobody);
  });

  it('leaves what the scheduler has written, and is not counted by it', async () => {
    await query(
      database,
      `UPDATE worker_schedules SET last_enqueued_at = '2026-03-01T09:00:00.000001Z', last_skipped_at = '2026-03-01T08:00Z'`,
    );
    const { schedule } = await save(database, { cron: '41 * * * *' });
    expect(schedule.lastEnqueuedAt).to.deep.equal(new Date('2026-03-01T09:00:00Z'));
    expect(await rowOf(database)).to.include({
      ...{
        last_enqueued_at: '2026-03-01T09:00:00.000001Z',
        last_skipped_at: '2026-03-01T08:00:00.000000Z',
        version: 2,
      },
    });
  });

  it('that repeats a faulty schedule repairs it', async () => {
    await query(database, `UPDATE worker_schedules SET next_run_at = NULL, fault = 'The zone is not known.'`);
    expect((await save(database)).changed).to.equal(true);
    expect(await rowOf(database)).to.include({ next_run_at: '2026-03-01T11:00:00.000000Z', fault: null, version: 2 });
  });

  it('of the request of a faulty schedule that cannot be repaired is refused with its fault', async () => {
    await query(database, `UPDATE worker_schedules SET next_run_at = NULL, cron = 'every day', fault = 'old'`);
    const before = await rowOf(database);
    const edit = patchSchedule(database.knex, { workerName: 'ner', changes: { request: { model: 'large' } } });
    expect(await edit.catch((error: unknown) => error)).to.have.property('code', 'invalid_cron');
    expect(await rowOf(database)).to.deep.equal(before);
  });

  it('treats a member that is undefined as one that is not there', async () => {
    const changes = { cron: undefined, timezone: undefined, enabled: false, request: undefined };
    await patchSchedule(database.knex, { workerName: 'ner', changes: changes as object });
    expect(await rowOf(database)).to.include({ enabled: false, cron: '0 * * * *', request: '{"model": "small"}' });
  });
});
