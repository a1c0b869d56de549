import { expect } from 'chai';
import { z } from 'zod';
import { defineCatalogue } from '../../lib/catalogue/define-catalogue.ts';
import { deleteSchedule } from '../../lib/schedules/delete-schedule.ts';
import { patchSchedule } from '../../lib/schedules/save-schedule.ts';
import { pauseSchedule, resumeSchedule } from '../../lib/schedules/switch-schedule.ts';
import { createTestDatabase, query, type TestDatabase } from '../support/databases.ts';
import { clearSchedules, errorOf, hourly, rowOf, save } from './schedules-fixture.ts';

const without = { catalogue: defineCatalogue({ ocr: { label: 'Text recognition', request: z.object({}) } }) };
const stricter = {
  catalogue: defineCatalogue({ ner: { label: 'Named entities', request: z.object({ model: z.literal('huge') }) } }),
};

describe('a schedule that the catalogue has left behind', () => {
  let database: TestDatabase;
  before(async () => {
    database = await createTestDatabase();
  });
  beforeEach(async () => {
    await clearSchedules(database);
    await save(database);
  });
  after(() => database.drop());

  for (const [what, options] of [
    ['whose worker is gone', without],
    ['whose request is no longer valid', stricter],
  ] as const) {
    it(`${what} can be paused and resumed`, async () => {
      await pauseSchedule(database.knex, { workerName: 'ner' }, options);
      expect(await rowOf(database)).to.include({ enabled: false, next_run_at: null });
      await resumeSchedule(database.knex, { workerName: 'ner' }, options);
      expect(await rowOf(database)).to.include({ enabled: true, request: '{"model": "small"}' });
    });

    it(`${what} can be given another time`, async () => {
      await patchSchedule(database.knex, { workerName: 'ner', changes: { cron: '@daily' } }, options);
      expect(await rowOf(database)).to.include({ cron: '@daily', version: 2 });
    });

    it(`${what} can be deleted, once`, async () => {
      expect(await deleteSchedule(database.knex, { workerName: 'ner' })).to.equal(true);
      expect(await deleteSchedule(database.knex, { workerName: 'ner' })).to.equal(false);
      expect(await rowOf(database)).to.equal(undefined);
    });

    it(`${what} takes no request that the catalogue refuses`, async () => {
      const changes = { request: { model: 'large' } };
      const refused = await errorOf(patchSchedule(database.knex, { workerName: 'ner', changes }, options));
      expect(refused.code).to.equal(options === without ? 'unknown_worker' : 'invalid_request');
      expect(await rowOf(database)).to.include({ version: 1 });
    });
  }

  it('whose expression is no longer understood can be paused, mended and deleted', async () => {
    await query(database, `UPDATE worker_schedules SET cron = 'every day', next_run_at = NULL, fault = 'old'`);
    expect((await errorOf(resumeSchedule(database.knex, { workerName: 'ner' }))).code).to.equal('invalid_cron');
    await pauseSchedule(database.knex, { workerName: 'ner' });
    expect(await rowOf(database)).to.include({ enabled: false, fault: null });
    const changes = { cron: hourly.cron, enabled: true };
    const { schedule } = await patchSchedule(database.knex, { workerName: 'ner', changes });
    expect([schedule.fault, schedule.enabled, schedule.nextRunAt === null]).to.deep.equal([null, true, false]);
    await query(database, `UPDATE worker_schedules SET cron = 'every day', next_run_at = '2020-01-01T00:00:00Z'`);
    expect(await deleteSchedule(database.knex, { workerName: 'ner' })).to.equal(true);
  });

  it('is refused an edit by its precondition, with the row as it is', async () => {
    const stale = new Error('stale');
    const seen: unknown[] = [];
    const precondition = (current: { version: number } | undefined): never => {
      seen.push(current?.version);
      throw stale;
    };
    const edits = [
      () => save(database, { cron: '@daily', precondition }),
      () => patchSchedule(database.knex, { workerName: 'ner', changes: { enabled: false }, precondition }),
      () => deleteSchedule(database.knex, { workerName: 'ner', precondition }),
      () => deleteSchedule(database.knex, { workerName: 'ocr', precondition }),
    ];
    const before = await rowOf(database);
    for (const edit of edits) expect(await errorOf(edit())).to.equal(stale);
    expect(seen).to.deep.equal([1, 1, 1, undefined]);
    expect(await rowOf(database)).to.deep.equal(before);
  });
});
