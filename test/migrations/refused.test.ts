import { expect } from 'chai';
import type { WorkerSchedulesError } from '../../lib/index.ts';
import { migrate, migrationSource } from '../../migrations/index.ts';
import type { MigrationFault } from '../../migrations/faults.ts';
import { createTestDatabase, query, type TestDatabase } from '../support/databases.ts';
import { archiveNames as names, archiveRows, createArchive } from './archive-host.ts';
import { snapshot } from './catalogue-snapshot.ts';
import { refusedCases, TWO_ACTIVE } from './refused-cases.ts';

describe('migrate refuses, before it changes anything,', () => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await createTestDatabase({ migrated: false });
  });
  afterEach(() => database.drop());

  async function refusal(migration: Promise<unknown>): Promise<MigrationFault[]> {
    const error = (await migration.then(
      () => undefined,
      (refused: unknown) => refused,
    )) as WorkerSchedulesError;
    expect(error).to.have.property('code', 'migration_refused');
    const faults = error.details['faults'] as MigrationFault[];
    expect(error.message).to.include('Nothing was changed');
    for (const { message, statement } of faults)
      expect(error.message)
        .to.include(message)
        .and.include(statement ?? '');
    return faults;
  }

  for (const { what, shape = {}, statements, code, says, rows } of refusedCases) {
    it(`a ledger that has ${what}`, async () => {
      await createArchive(database, shape);
      for (const statement of statements) await query(database, statement);
      const before = [await snapshot(database), await archiveRows(database).catch(() => [])];
      const [fault, ...others] = await refusal(migrate(database.knex, { names }));
      expect(others).to.deep.equal([]);
      expect(fault).to.have.property('code', code);
      expect(fault!.message).to.match(says);
      if (rows === undefined) expect(fault!.statement).to.equal(null);
      else expect(await query(database, fault!.statement!)).to.have.length(rows);
      expect([await snapshot(database), await archiveRows(database).catch(() => [])]).to.deep.equal(before);
    });
  }

  it('a ledger with several faults, and names them all', async () => {
    await createArchive(database);
    await query(
      database,
      'ALTER TABLE archive_worker_runs ALTER config TYPE text, ALTER requested_by TYPE json USING null',
    );
    await query(database, 'CREATE TABLE archive_worker_runners (id int)');
    const codes = (await refusal(migrate(database.knex, { names }))).map(({ code }) => code);
    expect(codes.sort()).to.deep.equal(['column_misfit', 'column_misfit', 'table_foreign']);
  });

  it('a view or a partitioned table as the ledger', async () => {
    await query(database, 'CREATE TABLE worker_runs (id int) PARTITION BY RANGE (id)');
    expect((await refusal(migrate(database.knex)))[0]).to.have.property('code', 'not_a_table');
  });

  it('a schema that is not there, and says how it is made', async () => {
    const [fault] = await refusal(migrate(database.knex, { names: { schema: 'My "jobs"' } }));
    expect(fault).to.include({ code: 'schema_absent', statement: 'CREATE SCHEMA "My ""jobs"""' });
    await query(database, fault!.statement!);
    await migrate(database.knex, { names: { schema: 'My "jobs"' } });
  });

  it('the same, inside the flow of knex', async () => {
    await createArchive(database);
    for (const statement of TWO_ACTIVE) await query(database, statement);
    const before = await archiveRows(database);
    const source = { migrationSource: migrationSource({ names }), tableName: 'ours' };
    expect((await refusal(database.knex.migrate.latest(source)))[0]).to.have.property('code', 'two_active_runs');
    expect(await query(database, 'SELECT 1 FROM ours')).to.deep.equal([]);
    expect(await archiveRows(database)).to.deep.equal(before);
  });

  it('nothing when only the index of the slot is missing, and makes that', async () => {
    await createArchive(database);
    await query(database, 'DROP INDEX uq_worker_run_active');
    await migrate(database.knex, { names });
    const insert = `INSERT INTO archive_worker_runs (worker_name, status, trigger) VALUES ('ocr', 'QUEUED', 'CLI')`;
    expect(await query(database, insert).catch((error: unknown) => error)).to.have.property('code', '23505');
  });

  it('triggers of its own it does not: their runs are the host’s', async () => {
    await createArchive(database);
    await query(database, `ALTER TYPE worker_run_trigger ADD VALUE 'WEBHOOK'`);
    await migrate(database.knex, { names });
  });
});
