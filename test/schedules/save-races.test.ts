import { expect } from 'chai';
import { deleteSchedule } from '../../lib/schedules/delete-schedule.ts';
import { pauseSchedule } from '../../lib/schedules/switch-schedule.ts';
import { saveSchedule } from '../../lib/schedules/save-schedule.ts';
import { createTestDatabase, query, type TestDatabase } from '../support/databases.ts';
import { setClock } from '../support/fake-clock.ts';
import { hostKnex } from '../support/host-knex.ts';
import { ada, catalogue, clearSchedules, errorOf, fires, grace, holdRow, hourly } from './schedules-fixture.ts';
import { nextRunAt, rowOf, save, untilSomebodyWaits } from './schedules-fixture.ts';

describe('two sessions at one schedule', () => {
  let database: TestDatabase;
  before(async () => {
    database = await createTestDatabase({ fakeClock: true });
  });
  beforeEach(async () => {
    await clearSchedules(database);
    await setClock(database.plain, '2026-03-01T10:30:00Z');
  });
  after(() => database.drop());

  it('create it once, and the other save is identical', async () => {
    for (let round = 0; round < 20; round += 1) {
      await clearSchedules(database);
      const answers = await Promise.all([save(database), save(database), save(database)]);
      expect(answers.map(({ created }) => created).sort()).to.deep.equal([false, false, true]);
      expect((await rowOf(database))!['version']).to.equal(1);
    }
  });

  it('create it with different requests: both are kept in turn, the last one wins', async () => {
    const creator = await database.knex.transaction();
    await saveSchedule(creator, { ...hourly, by: ada }, { catalogue });
    const second = save(database, { request: { model: 'large' }, by: grace });
    await untilSomebodyWaits(database);
    await creator.commit();
    expect(await second).to.include({ created: false, changed: true });
    expect(await rowOf(database)).to.include({ version: 2, request: '{"model": "large"}', updated_by: 'Grace' });
    expect((await rowOf(database))!['switched_by']).to.equal('Ada');
  });

  it('create it, and the first takes it back: the second creates it', async () => {
    const creator = await database.knex.transaction();
    await saveSchedule(creator, { ...hourly, by: ada }, { catalogue });
    const second = save(database, { by: grace });
    await untilSomebodyWaits(database);
    await creator.rollback();
    expect((await second).created).to.equal(true);
    expect(await rowOf(database)).to.include({ version: 1, switched_by: 'Grace' });
  });

  it('save it one after the other, each on top of the other', async () => {
    await save(database);
    const models = Array.from({ length: 10 }, (_, n) => `model-${n}`);
    const answers = await Promise.all(models.map((model) => save(database, { request: { model } })));
    const versions = answers.map(({ schedule }) => schedule.version).sort((a, b) => a - b);
    expect(versions).to.deep.equal([2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
    const last = answers.find(({ schedule }) => schedule.version === 11)!;
    expect(JSON.parse((await rowOf(database))!['request'] as string)).to.deep.equal(last.schedule.request);
  });

  it('edit it: the one that waits sees what the other has written', async () => {
    await save(database);
    const first = await database.knex.transaction();
    await saveSchedule(first, { ...hourly, cron: '15 * * * *' }, { catalogue });
    const second = save(database, { cron: '15 * * * *' });
    await untilSomebodyWaits(database);
    await first.commit();
    expect((await second).changed).to.equal(false);
    expect((await rowOf(database))!['version']).to.equal(2);
  });

  it('take the same occurrence away only once', async () => {
    await save(database);
    await setClock(database.plain, '2026-03-01T11:05:00Z');
    const holder = await holdRow(database);
    const both = [save(database, { cron: '30 * * * *' }), pauseSchedule(database.knex, { workerName: 'ner' })];
    await untilSomebodyWaits(database);
    await holder.commit();
    await Promise.all(both);
    const taken = await fires(database);
    expect(taken).to.have.length(1);
    expect(taken[0]!['scheduled_at']).to.equal('2026-03-01T11:00:00.000000Z');
    expect((await rowOf(database))!['enabled']).to.equal(false);
  });

  it('judge by the moment after the wait, not before', async () => {
    await save(database);
    const holder = await holdRow(database);
    const pausing = pauseSchedule(database.knex, { workerName: 'ner' });
    await untilSomebodyWaits(database);
    await setClock(database.plain, '2026-03-01T11:00:00Z');
    await holder.commit();
    await pausing;
    expect((await fires(database))[0]).to.include({ scheduled_at: '2026-03-01T11:00:00.000000Z', reason: 'paused' });
  });

  it('delete and save it: the save that waited creates it anew', async () => {
    await save(database, { by: ada });
    const deleting = await database.knex.transaction();
    await deleteSchedule(deleting, { workerName: 'ner' });
    const saving = save(database, { by: grace });
    await untilSomebodyWaits(database);
    await deleting.commit();
    expect((await saving).created).to.equal(true);
    expect(await rowOf(database)).to.include({ version: 1, switched_by: 'Grace' });
  });

  it('delete and patch it: the patch that waited finds none', async () => {
    await save(database);
    const deleting = await database.knex.transaction();
    await deleteSchedule(deleting, { workerName: 'ner' });
    const pausing = errorOf(pauseSchedule(database.knex, { workerName: 'ner' }));
    await untilSomebodyWaits(database);
    await deleting.commit();
    expect((await pausing).code).to.equal('no_schedule');
  });

  it('save and delete it at once a hundred times, and end with a whole schedule or none', async () => {
    for (let round = 0; round < 25; round += 1) {
      const calls = [save(database), deleteSchedule(database.knex, { workerName: 'ner' })];
      await Promise.all([...calls, save(database), deleteSchedule(database.knex, { workerName: 'ner' })]);
      const row = await rowOf(database);
      if (row !== undefined) expect(row).to.include({ version: 1, next_run_at: '2026-03-01T11:00:00.000000Z' });
    }
  });

  it('answers slot_contended when somebody holds the row for more than two seconds, and changes nothing', async () => {
    await save(database);
    await setClock(database.plain, '2026-03-01T11:05:00Z');
    const before = await rowOf(database);
    const holder = await holdRow(database);
    const began = performance.now();
    const refused = await Promise.all([
      errorOf(save(database, { cron: '30 * * * *' })),
      errorOf(pauseSchedule(database.knex, { workerName: 'ner' })),
      errorOf(deleteSchedule(database.knex, { workerName: 'ner' })),
    ]);
    const waited = performance.now() - began;
    await holder.commit();
    expect(refused.map(({ code }) => code)).to.deep.equal(Array(3).fill('slot_contended'));
    expect(waited).to.be.within(1900, 4500);
    const after = await rowOf(database);
    expect(after).to.deep.equal(before);
    expect(await fires(database)).to.deep.equal([]);
  });

  it('edit different schedules without waiting for each other', async () => {
    await save(database);
    const holder = await holdRow(database);
    await save(database, { workerName: 'ocr', request: {} });
    expect(await nextRunAt(database, 'ocr')).to.equal('2026-03-01T11:00:00.000000Z');
    await holder.commit();
  });

  it('work in a database whose transactions are serializable by default', async () => {
    const strict = hostKnex(database.url, {
      pool: { min: 0, max: 5, afterCreate: beStrict },
    });
    const models = ['a', 'b', 'c', 'd'];
    const saves = models.map((model) => saveSchedule(strict, { ...hourly, request: { model } }, { catalogue }));
    const versions = (await Promise.all(saves)).map(({ schedule }) => schedule.version);
    expect(versions.sort()).to.deep.equal([1, 2, 3, 4]);
    await strict.destroy();
    expect(await query(database, 'SELECT 1 FROM worker_schedules')).to.have.length(1);
  });
});

interface RawClient {
  query(text: string, done: (error: Error | null) => void): void;
}

function beStrict(client: RawClient, done: (error: Error | null, client: RawClient) => void): void {
  client.query(`SET default_transaction_isolation = 'serializable'`, (error) => done(error, client));
}
