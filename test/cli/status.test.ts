import { expect } from 'chai';
import type { Ending } from '../../cli/run-command.ts';
import { runCommand } from '../../cli/run-command.ts';
import { enqueueRun, saveSchedule, startRunner, startScheduler } from '../../lib/index.ts';
import { stepNames } from '../migrations/step-names.ts';
import { catalogue, HeldAdapter } from '../runner/runner-fixture.ts';
import { createTestDatabase, query, type TestDatabase } from '../support/databases.ts';

describe('the command on a database that is migrated', () => {
  let database: TestDatabase;
  before(async () => {
    database = await createTestDatabase();
  });
  beforeEach(() =>
    database.plain.raw('TRUNCATE worker_runs, worker_schedules, worker_scheduler_state, worker_runners'),
  );
  after(() => database.drop());

  const cli = (...words: string[]): Promise<Ending> => runCommand([...words, '--url', database.url]);

  it('status tells schedules, leader, runs and runners', async () => {
    await saveSchedule(database.knex, { workerName: 'walk', cron: '@hourly', request: { folder: '/' } });
    await saveSchedule(database.knex, { workerName: 'send', cron: '@daily', request: {}, enabled: false });
    await query(database, `UPDATE worker_schedules SET next_run_at = now() - interval '5 min' WHERE enabled`);
    await enqueueRun(database.knex, { workerName: 'count', request: { folder: '/' } });
    const { out, exitCode } = await cli('status');
    expect(exitCode).to.equal(0);
    expect(out).to.contain(`Migrations  complete (${stepNames.join(', ')})`);
    expect(out).to.contain('Schedules   1 enabled, 1 paused, 0 faulty, 1 due, the earliest late by 5 min');
    expect(out).to.contain('Scheduler   nobody leads; last tick never');
    expect(out).to.contain(
      "Runs        1 queued, 0 waiting for their time, 0 running (0 overdue, 0 of the host's own)",
    );
    expect(out).to.contain('Runners     none is alive');
  });

  it('doctor finds nothing where everything is in order, and says who leads', async () => {
    const scheduler = await startScheduler(database.knex, { catalogue, name: 'the leader' });
    const runner = await startRunner(database.knex, {
      catalogue,
      workers: { walk: new HeldAdapter() },
      graceSeconds: 0,
    });
    await new Promise((resolve) => scheduler.on('tick', resolve));
    await enqueueRun(database.knex, { workerName: 'walk', request: { folder: '/' } }, { catalogue });
    const { out, exitCode } = await cli('doctor');
    const status = await cli('status');
    await Promise.all([scheduler.stop(), runner.stop()]);
    expect(exitCode, out).to.equal(0);
    expect(out).to.match(/ok {4}scheduler {3}the leader leads, last tick .* ago/);
    expect(out).to.not.match(/^fault/m);
    expect(status.out).to.match(/Scheduler {3}the leader leads since .* ago, last tick .* ago \(ticking\)/);
    expect(status.out).to.contain('Runners     alive for walk');
  });
});
