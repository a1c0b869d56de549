import { expect } from 'chai';
import type { Knex } from 'knex';
import {
  cancelRun,
  claimNextRun,
  enqueueRun,
  renewLease,
  reportOutcome,
  reportProgress,
  saveSchedule,
  startScheduler,
} from '../../lib/index.ts';
import { makeSchedulesDue } from '../examples/make-due.ts';
import { catalogue, HeldAdapter, ObedientAdapter, start, stopRunners } from '../runner/runner-fixture.ts';
import { Fixture } from '../routes/fixture.ts';
import { hosts } from '../routes/hosts/hosts.ts';
import { createTestDatabase, query, type TestDatabase } from '../support/databases.ts';
import { hostKnex } from '../support/host-knex.ts';
import { waitFor, waitForRow } from '../support/wait-for.ts';
import { hasPgBouncer, startPgBouncer } from './pgbouncer.ts';

const request = { folder: '/in' };

/** What the loggers of a process have warned of. */
function listeningLogger(): {
  readonly warnings: string[];
  readonly logger: Required<Parameters<typeof start>[1]>['logger'];
} {
  const nothing = (): void => undefined;
  const warnings: string[] = [];
  return {
    warnings,
    logger: { debug: nothing, info: nothing, error: nothing, warn: (text) => void warnings.push(text) },
  };
}

describe('through PgBouncer in transaction mode', function () {
  this.timeout(60_000);
  let database: TestDatabase;
  let pooled: Knex;
  const ends: (() => Promise<void>)[] = [];
  before(async function () {
    if (!hasPgBouncer()) {
      console.log('    PgBouncer is not installed: apt-get install pgbouncer');
      this.skip();
    }
    database = await createTestDatabase();
    ends.push(() => database.drop());
    const pooler = await startPgBouncer(database.url);
    ends.push(() => pooler.stop());
    pooled = hostKnex(pooler.url);
    ends.push(() => pooled.destroy());
  });
  beforeEach(() => database.plain.raw('TRUNCATE worker_runs, worker_schedules, worker_schedule_fires, worker_runners'));
  afterEach(() => stopRunners());
  after(async () => {
    for (const end of ends.reverse()) await end();
  });

  it('every call of the API answers, also many at once', async () => {
    const fixture = new Fixture(hosts[0]!, () => database);
    const call = (method: string, path: string, send?: object): ReturnType<Fixture['call']> =>
      fixture.call(method, path, { host: { knex: pooled }, ...(send === undefined ? {} : { send }) });
    const schedule = { cron: '0 9 * * *', timezone: 'Europe/Berlin', request };
    const round = async (): Promise<number[]> => {
      const calls = [
        call('PUT', '/ner/schedule', schedule),
        call('PATCH', '/ner/schedule', { cron: '0 10 * * *' }),
        ...['', '/ner/schedule', '/ner/schedule/fires', '/ner/runs', '/-/scheduler'].map((path) => call('GET', path)),
        call('POST', '/-/preview', { cron: '@daily' }),
      ];
      return (await Promise.all(calls)).map(({ status }) => status);
    };
    expect((await call('PUT', '/ner/schedule', schedule)).status).to.equal(201);
    const statuses = (await Promise.all(Array.from({ length: 10 }, round))).flat();
    expect([...new Set(statuses)]).to.deep.equal([200]);
    const queued = await call('POST', '/ner/runs', request);
    expect(queued.status).to.equal(201);
    expect((await call('POST', `/ner/runs/${String(queued.body['id'])}/cancel`, {})).body).to.include({
      status: 'CANCELLED',
    });
    expect((await call('DELETE', '/ner/schedule')).status).to.equal(204);
  });

  it('claims, renewals, progress, reports and cancels hold what they promise', async () => {
    const workers = Array.from({ length: 20 }, (_, n) => `w${n}`);
    await Promise.all(workers.map((workerName) => enqueueRun(pooled, { workerName, request })));
    const claimOne = (): ReturnType<typeof claimNextRun> =>
      claimNextRun(pooled, { workerNames: workers, runnerId: 'r', leaseSeconds: 30 });
    const claimed = await Promise.all(Array.from({ length: 30 }, claimOne));
    const runs = claimed.filter((run) => run !== null);
    expect(new Set(runs.map(({ id }) => id))).to.have.property('size', 20);
    const work = runs.map(async ({ id, leaseToken }, n) => {
      const key = { runId: id, leaseToken };
      await renewLease(pooled, { ...key, leaseSeconds: 60 });
      await reportProgress(pooled, { ...key, progress: { n } });
      if (n % 2 === 0) await cancelRun(pooled, { runId: id });
      return (await reportOutcome(pooled, { ...key, outcome: 'FAILED', error: 'Error: x' })).status;
    });
    const statuses = await Promise.all(work);
    expect(statuses).to.deep.equal(runs.map((_, n) => (n % 2 === 0 ? 'CANCELLED' : 'FAILED')));
  });

  it("the host's transaction is one, and no setting of ours stays on a shared backend", async () => {
    await saveSchedule(pooled, { workerName: 'ner', cron: '@daily', request });
    const holder = await pooled.transaction();
    await holder.raw(`SELECT 1 FROM worker_schedules FOR UPDATE`);
    const failure = await pooled
      .transaction((trx) => saveSchedule(trx, { workerName: 'ner', cron: '@hourly', request }))
      .catch((error: unknown) => error);
    expect(failure).to.have.property('code', 'slot_contended');
    await holder.rollback();
    await pooled
      .transaction(async (trx) => {
        await saveSchedule(trx, { workerName: 'ner', cron: '@hourly', request });
        await enqueueRun(trx, { workerName: 'ner', request });
        throw new Error('changed my mind');
      })
      .catch(() => undefined);
    expect(await query(database, 'SELECT cron FROM worker_schedules')).to.deep.equal([{ cron: '@daily' }]);
    expect(await query(database, 'SELECT 1 FROM worker_runs')).to.deep.equal([]);
    for (let look = 0; look < 10; look += 1) {
      const { rows } = await pooled.raw<{ rows: object[] }>('SHOW lock_timeout');
      expect(Object.values(rows[0]!)).to.deep.equal(['0']);
    }
  });

  it('a runner polls instead of listening, says so once, and heartbeats, cancels and reports', async () => {
    const { logger, warnings } = listeningLogger();
    const walk = new ObedientAdapter();
    const recorded = await start({ knex: pooled }, { workers: { walk }, leaseSeconds: 1, logger });
    const { id } = await enqueueRun(pooled, { workerName: 'walk', request }, { catalogue });
    await walk.work();
    const lease = 'SELECT lease_expires_at::text AS until FROM worker_runs WHERE id = ?';
    const [first] = await query<{ until: string }>(database, lease, [id]);
    await waitForRow(database, `${lease} AND lease_expires_at > ?::timestamptz`, [id, first!.until]);
    await cancelRun(pooled, { runId: id });
    await recorded.event('cancelled');
    await waitForRow(database, `SELECT 1 FROM worker_runs WHERE id = ? AND status = 'CANCELLED'`, [id]);
    const again = await enqueueRun(pooled, { workerName: 'walk', request }, { catalogue });
    (await walk.work(1)).finish();
    await waitForRow(database, `SELECT 1 FROM worker_runs WHERE id = ? AND status = 'SUCCESS'`, [again.id]);
    expect(warnings).to.have.length(1);
    expect(warnings[0]).to.contain('pooler').and.contain('`connection`');
  });

  it('a runner with a direct connection beside it is woken at once', async () => {
    const walk = new HeldAdapter();
    await start({ knex: pooled }, { workers: { walk }, pollSeconds: 60, connection: database.url });
    await waitForRow(
      database,
      `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%'`,
    );
    await enqueueRun(pooled, { workerName: 'walk', request }, { catalogue });
    (await walk.work()).finish();
  });

  it('the scheduler refuses to start, says what to pass, and leaves no session and no lock behind', async () => {
    const error = await startScheduler(pooled, { name: 'pooled' }).catch((thrown: unknown) => thrown);
    expect(error).to.have.property('code', 'connection_pooled');
    expect(String(error)).to.match(
      /pooler.*Pass the option `connection` with an address that reaches PostgreSQL directly/,
    );
    const held = `SELECT 1 FROM pg_locks l JOIN pg_stat_activity a USING (pid)
      WHERE l.locktype = 'advisory' AND a.datname = current_database()`;
    expect(await query(database, held)).to.deep.equal([]);
  });

  it('the scheduler works with a direct connection beside it: saved, fired, claimed and reported', async () => {
    const scheduler = await startScheduler(pooled, { catalogue, name: 'beside', connection: database.url });
    try {
      expect(scheduler.state).to.equal('leading');
      const walk = new HeldAdapter();
      await start({ knex: pooled }, { workers: { walk } });
      await saveSchedule(pooled, { workerName: 'walk', cron: '* * * * *', request }, { catalogue });
      await makeSchedulesDue(database);
      const { run } = await walk.work();
      expect(run.scheduledFor).to.be.instanceOf(Date);
      (await walk.work()).fail(new Error('x'));
      await waitForRow(database, `SELECT 1 FROM worker_runs WHERE status = 'QUEUED' AND attempt = 2`);
      await waitFor(() => scheduler.state === 'leading');
    } finally {
      await scheduler.stop();
    }
  });
});
