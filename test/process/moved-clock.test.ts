import { expect } from 'chai';
import { saveSchedule } from '../../lib/index.ts';
import { createTestDatabase, query, type TestDatabase } from '../support/databases.ts';
import { advanceClock, setClock } from '../support/fake-clock.ts';
import { forkScript, killEverything } from '../support/processes.ts';
import { waitForRow } from '../support/wait-for.ts';

const SCRIPT = new URL('scheduler-process.ts', import.meta.url).pathname;

/** A module that moves every clock of JavaScript in its process. */
function movedBy(hours: number): string {
  const source = `const Real = Date; const shift = ${hours} * 3600000;
    globalThis.Date = class extends Real {
      constructor(...given) { if (given.length === 0) super(Real.now() + shift); else super(...given); }
      static now() { return Real.now() + shift; }
    };`;
  return `data:text/javascript,${encodeURIComponent(source)}`;
}

describe('a scheduler whose process has a wrong clock', () => {
  let database: TestDatabase;

  before(async () => {
    database = await createTestDatabase({ fakeClock: true });
  });
  after(() => database.drop());
  beforeEach(async () => {
    await database.plain.raw('truncate worker_runs, worker_schedules, worker_schedule_fires, worker_scheduler_state');
    await setClock(database.plain, '2026-03-01T00:04:30Z');
    for (const workerName of ['w', 'probe']) {
      await saveSchedule(database.knex, { workerName, cron: '*/5 * * * *', request: {} });
    }
  });
  afterEach(() => killEverything());

  const runsOf = (workerName: string): Promise<{ at: Date }[]> =>
    query(database, 'select scheduled_for as at from worker_runs where worker_name = ? order by id', [workerName]);

  for (const hours of [8, -8]) {
    it(`R-D2: ${hours > 0 ? 'eight hours ahead' : 'eight hours behind'} fires nothing early and nothing late`, async () => {
      // Due already: its run proves that the scheduler has ticked.
      await database.plain.raw(`update worker_schedules set next_run_at = now() where worker_name = 'probe'`);
      const env = { DATABASE_URL: database.url, NODE_OPTIONS: `--import=${movedBy(hours)}` };
      forkScript(SCRIPT, { env });
      await waitForRow(database, `select 1 from worker_runs where worker_name = 'probe'`, [], 40_000);
      expect(await runsOf('w')).to.deep.equal([]);
      await advanceClock(database.plain, '30 seconds');
      await waitForRow(database, `select 1 from worker_runs where worker_name = 'w'`, [], 40_000);
      expect(await runsOf('w')).to.deep.equal([{ at: new Date('2026-03-01T00:05:00Z') }]);
      const next = await query(database, `select next_run_at from worker_schedules where worker_name = 'w'`);
      expect(next).to.deep.equal([{ next_run_at: new Date('2026-03-01T00:10:00Z') }]);
    }).timeout(90_000);
  }
});
