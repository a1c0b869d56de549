import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { isScheduleClientError, type WorkerJson } from '../../routes/client/index.ts';
import { refusal } from '../routes/client/refusal.ts';
import { createTestDatabase, query, type TestDatabase } from '../support/databases.ts';
import { waitFor, waitForRow } from '../support/wait-for.ts';
import { type ExampleHost, startExample } from './example-host.ts';
import { makeRetryDue, makeSchedulesDue } from './make-due.ts';

const root = join(import.meta.dirname, '..', '..');
const operator = 'demo-operator';
const viewer = 'demo-viewer';
/** On a loaded machine every process takes its time. */
const patientMs = 60_000;

/** What every host of the examples does, whatever its framework; `end` asks the whole of it to end. */
export function describeHost(
  hostName: string,
  end: (host: ExampleHost) => void,
  more: (database: () => TestDatabase) => void = () => undefined,
): void {
  describe(`the example ${hostName}`, function () {
    this.timeout(180_000);

    let database: TestDatabase;
    let host: ExampleHost;

    before(async () => {
      database = await createTestDatabase({ migrated: false });
      host = await startExample(hostName, database.url);
    });

    after(() => database.drop());

    const workers = async (): Promise<readonly WorkerJson[]> => (await host.clientOf(viewer).listWorkers()).body.items;

    it('says what is scheduled next', () => {
      const said = host.lines.join('\n');
      expect(said).to.match(/inventory +scheduled "\* \* \* \* \*" in UTC, next \d\d:\d\d:00 \(in \d+ s\)/);
    });

    it('lets nobody in without a token, and a viewer only look', async () => {
      const nightly = { cron: '0 3 * * *', request: { folder: 'lib' } };
      await refusal(host.clientOf().listWorkers(), 'unauthenticated');
      await refusal(host.clientOf(viewer).putSchedule('inventory', nightly), 'forbidden');
      expect((await workers()).map(({ name, schedule }) => [name, schedule?.cron])).to.deep.equal([
        ['inventory', '* * * * *'],
        ['unreliable', '* * * * *'],
        ['database-report', '* * * * *'],
      ]);
    });

    it("saves an operator's schedule, and refuses a folder outside its root", async () => {
      const client = host.clientOf(operator);
      const often = { cron: '* * * * *', request: { folder: 'lib', rehash: true } };
      expect(await client.putSchedule('inventory', often)).to.include({ status: 200 });
      await host.waitForLine(/web +PUT \/api\/v1\/system\/workers\/inventory\/schedule answered 200/);
      await refusal(client.putSchedule('inventory', { ...often, request: { folder: '../..' } }), 'invalid_request');
    });

    it('fires what is due: two runs end well, the third waits as attempt 2 of 3', async () => {
      await makeSchedulesDue(database);
      const success = `select 1 from worker_runs where worker_name = ? and status = 'SUCCESS' and trigger = 'SCHEDULE'`;
      for (const name of ['inventory', 'database-report']) await waitForRow(database, success, [name], patientMs);
      const waiting = await waitForRow<{ attempt: number; error: string; waits: boolean }>(
        database,
        `select r.attempt, f.error, r.not_before > r.queued_at as waits
           from worker_runs r join worker_runs f on f.id = r.retry_of
          where r.worker_name = 'unreliable' and r.status = 'QUEUED' and f.status = 'FAILED'`,
        [],
        patientMs,
      );
      expect(waiting).to.include({ attempt: 2, waits: true });
      expect(waiting.error).to.match(/^ServiceError: GET .* answered 503/);
      await host.waitForLine(/unreliable +retry of run \d+: run \d+ queued as attempt 2 of 3, not before/);
    });

    it('answers 409 to a run by hand while a retry waits, and runs what is free', async () => {
      const client = host.clientOf(operator);
      const busy = await refusal(client.createRun('unreliable', { failures: 0 }), 'slot_busy');
      expect(busy.problem?.run).to.include({ status: 'QUEUED' });
      // At the turn of a minute the scheduled run may still hold the slot.
      const free = await waitFor(() =>
        client.createRun('inventory', { folder: 'migrations' }).catch((error: unknown) => {
          if (!isScheduleClientError(error, 'slot_busy')) throw error;
          return undefined;
        }),
      );
      const { id } = free.body;
      await waitForRow(database, `select 1 from worker_runs where id = ? and status = 'SUCCESS'`, [id], patientMs);
    });

    it('ends the chain of retries well when the service answers at last', async () => {
      for (const attempt of [2, 3]) await makeRetryDue(database, 'unreliable', attempt);
      const success = `select progress from worker_runs where worker_name = 'unreliable' and status = 'SUCCESS'`;
      const last = await waitForRow(database, success, [], patientMs);
      expect(last).to.deep.equal({ progress: { answered_at_attempt: 3 } });
    });

    it('has recorded every table with its rows, and counts what is recorded', async () => {
      const tables = await query(database, `select tablename from pg_tables where schemaname = 'public'`);
      const [agenda] = await query(database, `select * from table_sizes where table_name = 'worker_schedules'`);
      expect(agenda).to.include({ row_count: '3', row_count_is: 'exact' });
      expect(Number(agenda?.['index_bytes'])).to.be.above(0);
      // Another report may be under way.
      await waitFor(async () => {
        const report = (await workers()).find(({ name }) => name === 'database-report');
        return report?.pending === 0 && report.processed === tables.length;
      });
    });

    it('has recorded the SHA-256 of every file, and tells it on a route of its own', async () => {
      const body = { paths: ['lib/index.ts', 'lib/nowhere.ts'] };
      const content = readFileSync(join(root, 'lib', 'index.ts'));
      const sha256 = createHash('sha256').update(content).digest('hex');
      const known = [{ path: 'lib/index.ts', size: content.length, sha256 }];
      const answer = await host.callOwn('POST /files/lookup', { token: viewer, body });
      expect(answer).to.deep.equal({ status: 200, body: { files: known } });
      expect(await host.callOwn('POST /files/lookup', { body })).to.include({ status: 401 });
      expect(await host.callOwn('POST /files/lookup', { token: viewer, body: [] })).to.include({ status: 400 });
      const health = await host.callOwn('GET /health');
      expect(health).to.deep.equal({ status: 200, body: { database: 'answers' } });
    });

    it('has the panel behind its sign-in, for browsers', async () => {
      const said = await host.waitForLine(/host +the panel: http/);
      const panel = new URL(/http:\S+/.exec(said)?.[0] ?? '');
      const visit = (path: string, cookie = ''): Promise<Response> =>
        fetch(new URL(path, panel), { redirect: 'manual', headers: { cookie } });
      const asked = await visit(`${panel.pathname}/`);
      expect([asked.status, asked.headers.get('location')]).to.deep.equal([302, '/sign-in']);
      expect((await visit(`${panel.pathname}/api/`)).status).to.equal(401);
      const signedIn = await visit('/sign-in?as=demo-viewer');
      const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? '';
      expect([signedIn.status, signedIn.headers.get('location')]).to.deep.equal([303, `${panel.pathname}/`]);
      expect(await (await visit(`${panel.pathname}/`, cookie)).text()).to.contain('<script type="module"');
      expect((await visit(`${panel.pathname}/api/`, cookie)).status).to.equal(200);
      expect((await visit('/sign-in?as=nobody')).headers.get('set-cookie')).to.equal(null);
    });

    it('ends everything in order', async () => {
      end(host);
      const exit = await host.exited;
      expect(exit, [...host.lines.slice(-8), ...host.errors].join('\n')).to.deep.equal({ code: 0, signal: null });
      await host.allGone();
      const ends = host.lines.filter((line) => line.endsWith('stopped')).map((line) => line.split(/ +/)[1]);
      expect(ends.slice(0, 2)).to.have.members(['web', 'runner']);
      expect(ends.slice(2)).to.deep.equal(['scheduler', 'host']);
      expect(host.errors).to.deep.equal([]);
    });

    more(() => database);
  });
}
