import { expect } from 'chai';
import type { Knex } from 'knex';
import { claimNextRun, enqueueRun, reportOutcome, saveSchedule, startScheduler } from '../../lib/index.ts';
import { catalogue, HeldAdapter, start, stopRunners } from '../runner/runner-fixture.ts';
import { createTestDatabase, query, type TestDatabase } from '../support/databases.ts';
import { hostKnex } from '../support/host-knex.ts';
import { waitFor, waitForRow } from '../support/wait-for.ts';
import { DeafLink } from './deaf-link.ts';

const request = { folder: '/in' };
/** The idle limit of the scheduler and the polls of the runner, in seconds. */
const IDLE_SECONDS = 1;
const POLL_SECONDS = 0.5;

for (const deafness of ['unheard'] as const) {
  describe(`without LISTEN (${deafness})`, () => {
    let database: TestDatabase;
    let link: DeafLink;
    let deaf: Knex;
    before(async () => {
      database = await createTestDatabase();
      link = await DeafLink.open(database.url, deafness);
      deaf = hostKnex(link.url);
    });
    beforeEach(() => database.plain.raw('TRUNCATE worker_runs, worker_schedules, worker_schedule_fires'));
    afterEach(() => stopRunners());
    after(async () => {
      await deaf.destroy();
      await link.close();
      await database.drop();
    });

    it('a scheduler fires what was saved meanwhile, and retries what failed, at its next look', async () => {
      const scheduler = await startScheduler(deaf, { catalogue, idleSeconds: IDLE_SECONDS });
      try {
        await waitFor(() => link.deafened > 0);
        await saveSchedule(database.knex, { workerName: 'walk', cron: '* * * * *', request }, { catalogue });
        await query(database, `UPDATE worker_schedules SET next_run_at = now(), switched_at = now()`);
        await waitForRow(database, `SELECT 1 FROM worker_schedule_fires WHERE outcome = 'enqueued'`);
        const claim = { workerNames: ['walk'], runnerId: 'r', leaseSeconds: 30 };
        const run = await claimNextRun(database.knex, claim);
        const key = { runId: run!.id, leaseToken: run!.leaseToken };
        await reportOutcome(database.knex, { ...key, outcome: 'FAILED', error: 'Error: x' });
        await waitForRow(database, `SELECT 1 FROM worker_runs WHERE retry_of = ?`, [run!.id]);
        expect(scheduler.state).to.equal('leading');
      } finally {
        await scheduler.stop();
      }
    });

    it('a runner finds a new run at its next look', async () => {
      const walk = new HeldAdapter();
      const deafened = link.deafened;
      const recorded = await start({ knex: deaf }, { workers: { walk }, pollSeconds: POLL_SECONDS });
      await waitFor(() => link.deafened > deafened);
      for (let round = 0; round < 3; round += 1) {
        await enqueueRun(database.knex, { workerName: 'walk', request }, { catalogue });
        (await walk.work(round)).finish();
        await recorded.event('succeeded', round);
      }
      expect(recorded.names).not.to.include('unavailable');
    });
  });
}
