import { expect } from 'chai';
import { checkSchema } from '../../lib/database/check-schema.ts';
import { resolveNames } from '../../lib/database/names.ts';
import { migrate, rollback } from '../../migrations/index.ts';
import { createTestDatabase, query, type TestDatabase } from '../support/databases.ts';
import { snapshot } from './catalogue-snapshot.ts';
import { stepNames as steps } from './step-names.ts';

describe('migrate', () => {
  let database: TestDatabase;
  before(async () => {
    database = await createTestDatabase({ migrated: false });
  });
  beforeEach(async () => {
    await query(database, 'DROP SCHEMA public CASCADE');
    await query(database, 'CREATE SCHEMA public');
  });
  after(() => database.drop());

  it('makes everything that API, scheduler and runner need', async () => {
    expect(await migrate(database.knex)).to.deep.equal(steps);
    for (const part of ['api', 'scheduler', 'runner'] as const) {
      await checkSchema(database.knex, resolveNames(), part);
    }
  });

  it('does nothing the second time', async () => {
    await migrate(database.knex);
    const before = await snapshot(database);
    const rows = await query(database, 'SELECT *, xmin::text FROM worker_schedules_migrations');
    expect(await migrate(database.knex)).to.deep.equal([]);
    expect(await snapshot(database)).to.deep.equal(before);
    expect(await query(database, 'SELECT *, xmin::text FROM worker_schedules_migrations')).to.deep.equal(rows);
  });

  it('leaves the same catalogue after up, down and up, and nothing after down', async () => {
    const empty = await snapshot(database);
    await migrate(database.knex);
    const up = await snapshot(database);
    expect(up).to.have.length.above(60);
    expect(await rollback(database.knex)).to.deep.equal([...steps].reverse());
    expect(await snapshot(database)).to.deep.equal(empty);
    expect(await migrate(database.knex)).to.deep.equal(steps);
    expect(await snapshot(database)).to.deep.equal(up);
  });

  it('has nothing to undo where it was never run', async () => {
    await query(database, 'CREATE TABLE worker_runs (id int)');
    const before = await snapshot(database);
    expect(await rollback(database.knex)).to.deep.equal([]);
    expect(await snapshot(database)).to.deep.equal(before);
  });

  it('stores every time with its zone', async () => {
    await migrate(database.knex);
    const times = await query<{ type: string }>(
      database,
      `SELECT data_type AS type, table_name, column_name FROM information_schema.columns
        WHERE table_schema = 'public' AND (data_type LIKE 'time%' OR data_type = 'date' OR column_name ~ '(_at|_time|_for|_before|_from)$')`,
    );
    expect(times).to.have.length.above(20);
    for (const column of times) expect(column).to.have.property('type', 'timestamp with time zone');
  });

  it('gives no time column a default: our statements write every time', async () => {
    await migrate(database.knex);
    const defaults = (await snapshot(database)).filter((line) => /timestamp.*(now|timestamp)\(/i.test(line));
    expect(defaults).to.deep.equal([]);
  });

  it('keeps a paused schedule from having a next run', async () => {
    await migrate(database.knex);
    const insert = `INSERT INTO worker_schedules (worker_name, enabled, cron, timezone, next_run_at, switched_at, created_at, updated_at)
      VALUES ('ner', ?, '* * * * *', 'UTC', now(), now(), now(), now())`;
    const refused = await query(database, insert, [false]).catch((error: unknown) => error);
    expect(refused).to.have.property('code', '23514');
    await query(database, insert, [true]);
  });

  it('lets a host prune runs that were retried', async () => {
    await migrate(database.knex);
    await query(
      database,
      `INSERT INTO worker_runs (id, worker_name, status, trigger, queued_at, retry_of)
       VALUES (1, 'ner', 'FAILED', 'SCHEDULE', now(), NULL), (2, 'ner', 'FAILED', 'SCHEDULE', now(), 1)`,
    );
    await query(database, 'DELETE FROM worker_runs WHERE id = 1');
    expect(await query(database, 'SELECT id::int, retry_of FROM worker_runs')).to.deep.equal([
      { id: 2, retry_of: null },
    ]);
  });

  for (const [what, statement] of [
    ['a table', 'CREATE TABLE worker_runs (id int, worker_name text)'],
    ['a view', 'CREATE VIEW worker_runs AS SELECT 1 AS id'],
  ] as const) {
    it(`refuses ${what} of the ledger's name that is no ledger, and changes nothing`, async () => {
      await query(database, statement);
      const before = await snapshot(database);
      const refused = await migrate(database.knex).catch((error: unknown) => error);
      expect(refused).to.have.property('code', 'migration_refused');
      expect(refused).to.have.property('message').that.includes('worker_runs').and.includes('Nothing was changed');
      expect(await snapshot(database)).to.deep.equal(before);
    });
  }

  it('is not troubled by tables of these names in another schema', async () => {
    await query(database, 'CREATE SCHEMA IF NOT EXISTS elsewhere');
    await query(database, 'CREATE TABLE IF NOT EXISTS elsewhere.worker_runs (id int)');
    await query(database, `ALTER DATABASE ${database.name} SET search_path = elsewhere, public`);
    expect(await migrate(database.knex)).to.deep.equal(steps);
  });

  it('leaves nothing of a change that fails, and goes on when the reason is gone', async () => {
    await query(database, 'CREATE TYPE worker_runners AS (id int)');
    const failed = await migrate(database.knex).catch((error: unknown) => error);
    expect(failed).to.have.property('code', 'migration_refused');
    await query(database, 'DROP TYPE worker_runners');
    await query(database, 'CREATE DOMAIN worker_runners AS int');
    expect(await migrate(database.knex).catch((error: unknown) => error)).to.have.property('code', '42710');
    expect(await query(database, 'SELECT name FROM worker_schedules_migrations')).to.deep.equal([{ name: steps[0] }]);
    expect((await snapshot(database)).filter((line) => line.includes('worker_runners.'))).to.deep.equal([]);
    await query(database, 'DROP DOMAIN worker_runners');
    expect(await migrate(database.knex)).to.deep.equal(steps.slice(1));
  });
});
