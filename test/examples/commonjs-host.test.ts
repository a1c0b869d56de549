import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { refusal } from '../routes/client/refusal.ts';
import { createTestDatabase, query, type TestDatabase } from '../support/databases.ts';
import { forkScript, type TestProcess } from '../support/processes.ts';
import { waitForRow } from '../support/wait-for.ts';
import { type Calls, callsTo, examples } from './example-host.ts';
import { makeSchedulesDue } from './make-due.ts';

const run = promisify(execFile);
const folder = join(examples, 'commonjs-host');
const patientMs = 60_000;

describe('the example commonjs-host', function () {
  this.timeout(180_000);

  let database: TestDatabase;
  let started: readonly TestProcess[];
  let calls: Calls;

  before(async () => {
    database = await createTestDatabase({ migrated: false });
    const env = { DATABASE_URL: database.url, PORT: '0' };
    // Node alone, with nothing preloaded.
    const { stdout, stderr } = await run(process.execPath, ['migrate.cjs'], {
      cwd: folder,
      env: { ...process.env, ...env },
    });
    expect([stdout, stderr]).to.deep.equal(['the database is up to date\n', '']);
    const [web, scheduler, runner] = ['web', 'scheduler', 'runner'].map((name) =>
      forkScript(join(folder, `${name}.cjs`), { env }),
    ) as [TestProcess, TestProcess, TestProcess];
    started = [web, scheduler, runner];
    calls = callsTo(await web.waitForLine(/^listens on/, patientMs));
    await scheduler.waitForLine(/^the scheduler has started/, patientMs);
    await runner.waitForLine(/^the runner waits for runs/, patientMs);
  });

  after(() => database.drop());

  it('lists its worker to who may look, and lets an operator schedule it', async () => {
    const often = { cron: '*/5 * * * *', request: { batch_size: 2 } };
    await refusal(calls.clientOf().listWorkers(), 'unauthenticated');
    const viewer = calls.clientOf('demo-viewer');
    const { items } = (await viewer.listWorkers()).body;
    expect(items).to.have.length(1);
    expect(items[0]).to.include({ name: 'session-cleanup', runner_available: true });
    await refusal(viewer.putSchedule('session-cleanup', often), 'forbidden');
    const saved = await calls.clientOf('demo-operator').putSchedule('session-cleanup', often);
    expect(saved).to.include({ status: 201 });
  });

  it('reads the bodies of its own routes as before', async () => {
    expect(await calls.callOwn('POST /sessions', { body: { user_id: '7' } })).to.include({ status: 201 });
    expect(await calls.callOwn('POST /sessions', { body: { user_id: 7 } })).to.include({ status: 400 });
  });

  it('removes the expired sessions when the schedule is due', async () => {
    await query(
      database,
      `insert into sessions select gen_random_uuid(), '8', now() - interval '1 hour' from generate_series(1, 5)`,
    );
    await makeSchedulesDue(database);
    const ended = await waitForRow(
      database,
      `select trigger, progress from worker_runs where status = 'SUCCESS'`,
      [],
      patientMs,
    );
    expect(ended).to.deep.equal({ trigger: 'SCHEDULE', progress: { deleted: 5 } });
    expect(await query(database, 'select user_id from sessions')).to.deep.equal([{ user_id: '7' }]);
  });

  it('ends each process at SIGTERM, without a complaint', async () => {
    for (const role of started) role.kill('SIGTERM');
    for (const { exited, errors } of started) {
      expect(await exited).to.deep.equal({ code: 0, signal: null });
      expect(errors).to.deep.equal([]);
    }
  });
});
