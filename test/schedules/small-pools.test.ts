import { expect } from 'chai';
import type { Knex } from 'knex';
import { deleteSchedule } from '../../lib/schedules/delete-schedule.ts';
import { listFires } from '../../lib/schedules/list-fires.ts';
import { getSchedule, listSchedules } from '../../lib/schedules/read-schedule.ts';
import { patchSchedule, saveSchedule } from '../../lib/schedules/save-schedule.ts';
import { pauseSchedule, resumeSchedule } from '../../lib/schedules/switch-schedule.ts';
import { createTestDatabase, type TestDatabase } from '../support/databases.ts';
import { hostKnex } from '../support/host-knex.ts';
import { clearSchedules } from './schedules-fixture.ts';

const cron = '*/5 * * * *';

describe('schedules on a small pool', () => {
  let database: TestDatabase;
  before(async () => {
    database = await createTestDatabase();
  });
  beforeEach(() => clearSchedules(database));
  after(() => database.drop());

  for (const max of [1, 2]) {
    describe(`of ${max}`, () => {
      let small: Knex;
      before(() => {
        small = hostKnex(database.url, { pool: { min: 0, max }, acquireConnectionTimeout: 10_000 });
      });
      after(() => small.destroy());

      it('take fifty saves of fifty workers at once', async () => {
        const saves = Array.from({ length: 50 }, (_, n) =>
          saveSchedule(small, { workerName: `w${n}`, cron, request: { n } }),
        );
        expect((await Promise.all(saves)).every(({ created }) => created)).to.equal(true);
        expect(await listSchedules(small)).to.have.length(50);
      });

      it('take fifty saves of one worker at once', async () => {
        const saves = Array.from({ length: 50 }, (_, n) =>
          saveSchedule(small, { workerName: 'w', cron, request: { n } }),
        );
        const versions = (await Promise.all(saves)).map(({ schedule }) => schedule.version);
        expect(versions.sort((a, b) => a - b)).to.deep.equal(Array.from({ length: 50 }, (_, n) => n + 1));
      });

      it('take every call at once', async () => {
        await saveSchedule(small, { workerName: 'w', cron, request: {} });
        const calls = [
          () => saveSchedule(small, { workerName: 'x', cron, request: {} }),
          () => patchSchedule(small, { workerName: 'w', changes: { cron: '@hourly' } }),
          () => pauseSchedule(small, { workerName: 'w' }),
          () => resumeSchedule(small, { workerName: 'w' }),
          () => deleteSchedule(small, { workerName: 'x' }),
          () => getSchedule(small, 'w'),
          () => listFires(small, { workerName: 'w' }),
        ];
        await Promise.all(Array.from({ length: 7 }, () => calls).flatMap((round) => round.map((call) => call())));
        expect((await getSchedule(small, 'w'))!.cron).to.equal('@hourly');
      });
    });
  }
});
