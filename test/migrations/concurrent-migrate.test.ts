import { expect } from 'chai';
import type { Knex } from 'knex';
import { migrate } from '../../migrations/index.ts';
import { createTestDatabase, query, type TestDatabase } from '../support/databases.ts';
import { hostKnex } from '../support/host-knex.ts';
import { waitForRow } from '../support/wait-for.ts';
import { snapshot } from './catalogue-snapshot.ts';
import { stepNames as steps } from './step-names.ts';

describe('several processes that migrate', () => {
  let database: TestDatabase;
  let hosts: Knex[];
  before(async () => {
    database = await createTestDatabase({ migrated: false });
    hosts = Array.from({ length: 5 }, () => hostKnex(database.url, { pool: { min: 0, max: 1 } }));
  });
  beforeEach(async () => {
    await query(database, 'DROP SCHEMA public CASCADE');
    await query(database, 'CREATE SCHEMA public');
  });
  after(async () => {
    await Promise.all(hosts.map((host) => host.destroy()));
    await database.drop();
  });

  /** Holds a name that the second step needs, so that whoever migrates waits in the middle of it. */
  async function blockSecondStep(): Promise<Knex.Transaction> {
    const blocker = await database.plain.transaction();
    await blocker.raw('CREATE TABLE worker_scheduler_state (id int)');
    return blocker;
  }

  /** The process id of the session that waits for the blocked table. */
  async function waitingSession(): Promise<number> {
    const { pid } = await waitForRow<{ pid: number }>(
      database,
      `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
          AND query LIKE '%CREATE TABLE%worker_scheduler_state%'`,
    );
    return pid;
  }

  it('end with one schema and no error, twenty times', async function () {
    this.timeout(120_000);
    const schemas: string[][] = [];
    for (let round = 0; round < 20; round += 1) {
      await query(database, 'DROP SCHEMA public CASCADE');
      await query(database, 'CREATE SCHEMA public');
      const applied = await Promise.all(hosts.map((host) => migrate(host)));
      expect(applied.flat().sort()).to.deep.equal(steps);
      expect(await query(database, 'SELECT name FROM worker_schedules_migrations ORDER BY id')).to.have.length(
        steps.length,
      );
      schemas.push(await snapshot(database));
    }
    expect(new Set(schemas.map((lines) => lines.join('\n'))).size).to.equal(1);
  });

  it('go on where one was killed in the middle of a step', async () => {
    await migrate(database.knex);
    const whole = await snapshot(database);
    await query(database, 'DROP SCHEMA public CASCADE');
    await query(database, 'CREATE SCHEMA public');
    const blocker = await blockSecondStep();
    const killed = migrate(hosts[0]!).catch((error: unknown) => error);
    await query(database, 'SELECT pg_terminate_backend(?)', [await waitingSession()]);
    expect(await killed).to.be.instanceOf(Error);
    await blocker.rollback();
    expect(await query(database, `SELECT 1 FROM pg_tables WHERE tablename = 'worker_schedules'`)).to.deep.equal([]);
    expect(await migrate(hosts[1]!)).to.deep.equal(steps.slice(1));
    expect(await snapshot(database)).to.deep.equal(whole);
  });

  it('take over at once from one that is killed while they wait', async () => {
    const blocker = await blockSecondStep();
    const killed = migrate(hosts[0]!).catch((error: unknown) => error);
    const pid = await waitingSession();
    const others = hosts.slice(1).map((host) => migrate(host));
    await waitForRow(
      database,
      `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND query LIKE '%pg_try_advisory_lock%'
        AND application_name = 'worker-schedules migrate' HAVING count(*) = 4`,
    );
    await query(database, 'SELECT pg_terminate_backend(?)', [pid]);
    await blocker.rollback();
    expect(await killed).to.be.instanceOf(Error);
    expect((await Promise.all(others)).flat()).to.deep.equal(steps.slice(1));
    expect(await query(database, 'SELECT 1 FROM worker_schedules_migrations')).to.have.length(steps.length);
  });
});
