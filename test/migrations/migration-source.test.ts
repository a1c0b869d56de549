import { expect } from 'chai';
import type { Knex } from 'knex';
import { migrate, migrationSource, rollback } from '../../migrations/index.ts';
import { createTestDatabase, query, type TestDatabase } from '../support/databases.ts';
import { snapshot } from './catalogue-snapshot.ts';
import { stepNames as steps } from './step-names.ts';

describe('migrationSource', () => {
  let database: TestDatabase;
  before(async () => {
    database = await createTestDatabase({ migrated: false });
  });
  beforeEach(async () => {
    await query(database, 'DROP SCHEMA public CASCADE');
    await query(database, 'CREATE SCHEMA public');
  });
  after(() => database.drop());

  const ours: Knex.MigratorConfig = { migrationSource: migrationSource(), tableName: 'our_migrations' };

  async function withoutBookkeeping(): Promise<string[]> {
    return (await snapshot(database)).filter((line) => !/_migrations|_changes/.test(line));
  }

  it("makes in the host's own knex flow what migrate makes", async () => {
    await migrate(database.knex);
    const expected = await withoutBookkeeping();
    await rollback(database.knex);
    const [batch, applied] = (await database.knex.migrate.latest(ours)) as [number, string[]];
    expect([batch, applied]).to.deep.equal([1, steps]);
    expect(await withoutBookkeeping()).to.deep.equal(expected);
    expect(((await database.knex.migrate.latest(ours)) as [number, string[]])[1]).to.deep.equal([]);
  });

  it('goes down and up again, whole or step by step', async () => {
    await database.knex.migrate.latest(ours);
    const up = await withoutBookkeeping();
    for (let undone = 1; undone < steps.length; undone += 1) await database.knex.migrate.down(ours);
    expect(await query(database, `SELECT 1 FROM pg_tables WHERE tablename = 'worker_schedules'`)).to.deep.equal([]);
    for (let done = 1; done < steps.length; done += 1) await database.knex.migrate.up(ours);
    expect(await withoutBookkeeping()).to.deep.equal(up);
    await database.knex.migrate.rollback(ours, true);
    expect(await withoutBookkeeping()).to.deep.equal([]);
    await database.knex.migrate.latest(ours);
    expect(await withoutBookkeeping()).to.deep.equal(up);
  });

  it("does not meet the host's own migrations", async () => {
    const own = {
      getMigrations: () => Promise.resolve(['20200101_host.js']),
      getMigrationName: (name: string) => name,
      getMigration: () =>
        Promise.resolve({
          up: (knex: Knex) => knex.schema.createTable('host_things', (table) => void table.increments()),
          down: (knex: Knex) => knex.schema.dropTable('host_things'),
        }),
    };
    await database.knex.migrate.latest({ migrationSource: own });
    await database.knex.migrate.latest(ours);
    await database.knex.migrate.latest({ migrationSource: own });
    expect(
      await query(database, `SELECT 1 FROM pg_tables WHERE tablename IN ('host_things', 'worker_runs')`),
    ).to.have.length(2);
  });

  it('runs under names of the host, in a batch of one transaction or of several', async () => {
    const names = {
      runs: { table: 'Jobs' },
      schedules: 'agenda',
      fires: 'decided',
      state: 'who leads',
      runners: 'alive',
    };
    const types = { types: { status: 'job_status', trigger: 'job_trigger' } };
    const source = migrationSource({ names: { ...names, ...types } });
    await database.knex.migrate.latest({ migrationSource: source, tableName: 'm1', disableTransactions: true });
    const made = await query(
      database,
      `SELECT 1 FROM pg_tables WHERE tablename IN ('Jobs', 'agenda', 'decided', 'who leads', 'alive')`,
    );
    expect(made).to.have.length(5);
    await database.knex.migrate.rollback({ migrationSource: source, tableName: 'm1' });
    expect(await query(database, `SELECT 1 FROM pg_tables WHERE tablename IN ('Jobs', 'agenda')`)).to.deep.equal([]);
  });

  it('refuses a table that is no ledger, and changes nothing but the bookkeeping of knex', async () => {
    await query(database, 'CREATE TABLE worker_runs (id int)');
    const refused: unknown = await database.knex.migrate.latest(ours).catch((error: unknown) => error);
    expect(refused).to.have.property('code', 'migration_refused');
    expect(await withoutBookkeeping()).to.deep.equal(['column worker_runs.id integer f  ']);
    expect(await query(database, 'SELECT 1 FROM our_migrations')).to.deep.equal([]);
  });
});
