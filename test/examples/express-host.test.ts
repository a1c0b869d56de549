import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { createTestDatabase, query, type TestDatabase } from '../support/databases.ts';
import { waitFor, waitForRow } from '../support/wait-for.ts';
import { type ExampleHost, startExample } from './express-host.ts';

const root = join(import.meta.dirname, '..', '..');
const operator = { token: 'demo-operator' };
/** Schedules fire at the next full minute of the real clock. */
const minuteMs = 75_000;

describe('the example express-host', function () {
  this.timeout(180_000);

  let database: TestDatabase;
  let host: ExampleHost;

  before(async () => {
    database = await createTestDatabase({ migrated: false });
    host = await startExample(database.url);
  });

  after(() => database.drop());

  it('says where its API is and what is scheduled next', async () => {
    expect(host.lines.join('\n')).to.match(
      /inventory +scheduled "\* \* \* \* \*" in UTC, next \d\d:\d\d:00 \(in \d+ s\)/,
    );
    const response = await fetch(`${host.address}/health`);
    expect([response.status, await response.json()]).to.deep.equal([200, { database: 'answers' }]);
  });

  it('lets nobody in without a token, and a viewer only look', async () => {
    const schedule = { cron: '0 3 * * *', request: { folder: 'lib' } };
    expect(await host.call('GET /')).to.include({ status: 401 });
    expect(await host.call('PUT /inventory/schedule', { token: 'demo-viewer', body: schedule })).to.include({
      status: 403,
    });
    const { status, body } = await host.call('GET /', { token: 'demo-viewer' });
    const { items } = body as { items: { name: string; schedule: { cron: string } }[] };
    expect([status, items.map(({ name, schedule: { cron } }) => [name, cron])]).to.deep.equal([
      200,
      [
        ['inventory', '* * * * *'],
        ['unreliable', '* * * * *'],
      ],
    ]);
  });

  it('saves a schedule, and refuses a folder outside its root', async () => {
    const body = { cron: '* * * * *', request: { folder: 'lib', rehash: true } };
    expect(await host.call('PUT /inventory/schedule', { ...operator, body })).to.include({ status: 200 });
    const outside = { ...body, request: { folder: '../..' } };
    expect(await host.call('PUT /inventory/schedule', { ...operator, body: outside })).to.include({ status: 422 });
  });

  it('fires every minute: one run ends well, the other waits as attempt 2 of 3', async () => {
    const success = `select trigger from worker_runs where worker_name = 'inventory' and status = 'SUCCESS' and trigger = 'SCHEDULE'`;
    await waitForRow(database, success, [], minuteMs);
    const waiting = await waitForRow<{ attempt: number; error: string; waits: boolean }>(
      database,
      `select r.attempt, f.error, r.not_before > r.queued_at as waits
         from worker_runs r join worker_runs f on f.id = r.retry_of
        where r.worker_name = 'unreliable' and r.status = 'QUEUED' and f.status = 'FAILED'`,
    );
    expect(waiting).to.include({ attempt: 2, waits: true });
    expect(waiting.error).to.match(/^ServiceError: GET .* answered 503/);
    await host.waitForLine(/unreliable +retry of run \d+: run \d+ queued as attempt 2 of 3, not before/);
  });

  it('records the SHA-256 of every file of the folder', async () => {
    const [file] = await query(database, `select size, sha256 from inventory_files where path = 'lib/index.ts'`);
    const content = readFileSync(join(root, 'lib', 'index.ts'));
    const sha256 = createHash('sha256').update(content).digest('hex');
    expect(file).to.deep.equal({ size: String(content.length), sha256 });
  });

  it('answers 409 to a run by hand while a retry waits, and runs what is free', async () => {
    const busy = await host.call('POST /unreliable/runs', { ...operator, body: { failures: 0 } });
    expect(busy).to.include({ status: 409 });
    expect(busy.body).to.include({ code: 'slot_busy' });
    // At the turn of a minute the scheduled run may still hold the slot.
    const free = await waitFor(async () => {
      const answer = await host.call('POST /inventory/runs', { ...operator, body: { folder: 'migrations' } });
      return answer.status === 201 && answer;
    });
    const { id } = free.body as { id: string };
    await waitForRow(database, `select 1 from worker_runs where id = ? and status = 'SUCCESS'`, [id]);
  });

  it('stops everything in order at Ctrl-C', async () => {
    host.pressCtrlC();
    expect(await host.exited).to.deep.equal({ code: 0, signal: null });
    await host.allGone();
    const ends = host.lines.filter((line) => line.endsWith('stopped')).map((line) => line.split(/ +/)[1]);
    expect(ends.slice(0, 2)).to.have.members(['web', 'runner']);
    expect(ends.slice(2)).to.deep.equal(['scheduler', 'host']);
    expect(host.errors).to.deep.equal([]);
  });

  it('changes nothing at a second start, and outlives lost sessions, a killed role and its own end', async () => {
    const versions = `select worker_name, version, created_at, request from worker_schedules order by 1`;
    const before = await query(database, versions);
    const second = await startExample(database.url);
    expect(await query(database, versions)).to.deep.equal(before);

    const sessions = `application_name like 'express-host %' or application_name like 'worker-schedules %'`;
    await query(
      database,
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and (${sessions})`,
    );
    await waitFor(() => second.lines.filter((line) => /scheduler +leads/.test(line)).length === 2);
    expect(await second.call('GET /', operator)).to.include({ status: 200 });

    const killed = second.pidOf('runner');
    process.kill(killed, 'SIGKILL');
    await second.waitForLine(/the runner process has ended \(SIGKILL\)/);
    await second.waitForLine(new RegExp(`waits for runs \\(pid (?!${killed})`), 40_000);

    second.kill('SIGKILL');
    await second.allGone();
  });
});
