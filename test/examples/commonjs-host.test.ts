import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { createTestDatabase, query, type TestDatabase } from '../support/databases.ts';
import { forkScript, type TestProcess } from '../support/processes.ts';
import { waitForRow } from '../support/wait-for.ts';
import { callsTo, examples } from './example-host.ts';
import { makeSchedulesDue } from './make-due.ts';

const run = promisify(execFile);
const folder = join(examples, 'commonjs-host');
const operator = { token: 'demo-operator' };
const patientMs = 60_000;

describe('the example commonjs-host', function () {
  this.timeout(180_000);

  let database: TestDatabase;
  let started: readonly TestProcess[];
  let calls: ReturnType<typeof callsTo>;

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
    const body = { cron: '*/5 * * * *', request: { batch_size: 2 } };
    expect(await calls.call('GET /')).to.include({ status: 401 });
    const { status, body: list } = await calls.call('GET /', { token: 'demo-viewer' });
    const { items } = list as { items: { name: string; runner_available: boolean }[] };
    expect([status, items.length]).to.deep.equal([200, 1]);
    expect(items[0]).to.include({ name: 'session-cleanup', runner_available: true });
    const refused = await calls.call('PUT /session-cleanup/schedule', { token: 'demo-viewer', body });
    expect(refused).to.include({ status: 403 });
    expect(await calls.call('PUT /session-cleanup/schedule', { ...operator, body })).to.include({ status: 201 });
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
