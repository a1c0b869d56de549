import { expect } from 'chai';
import { createTestDatabase, query, type TestDatabase } from './databases.ts';
import { advanceClock, setClock, shiftClock } from './fake-clock.ts';
import { forkScript } from './processes.ts';
import { waitForRow } from './wait-for.ts';

describe('createTestDatabase', () => {
  let clocked: TestDatabase;

  before(async () => {
    clocked = await createTestDatabase({ fakeClock: true });
  });
  after(() => clocked.drop());

  it('gives a database with the tables, or an empty one', async () => {
    const tables = "select tablename from pg_tables where tablename = 'worker_runs'";
    expect(await query(clocked, tables)).to.have.lengthOf(1);
    const empty = await createTestDatabase({ migrated: false });
    expect(await query(empty, tables)).to.deep.equal([]);
    await empty.drop();
  });

  it('moves now() and statement_timestamp() together, whoever asks', async () => {
    const both = `select now()::text as now, statement_timestamp()::text as statement`;
    await setClock(clocked.knex, '2026-03-29T00:59:00.000001Z');
    await advanceClock(clocked.knex, '90 seconds');
    const expected = { now: '2026-03-29 01:00:30.000001+00', statement: '2026-03-29 01:00:30.000001+00' };
    expect(await query(clocked, both)).to.deep.equal([expected]);
    const { rows } = await clocked.knex.raw<{ rows: unknown[] }>(both);
    expect(rows).to.deep.equal([expected]);
  });

  it('lets the clock run again, apart from the real one', async () => {
    await shiftClock(clocked.knex, '1 day');
    await advanceClock(clocked.knex, '1 hour');
    await waitForRow(clocked, "select 1 where now() - pg_catalog.now() = interval '1 day 1 hour'");
    await waitForRow(clocked, 'select 1 where statement_timestamp() > now() - ?::interval', ['1 second']);
  });

  it('is dropped although others are connected', async () => {
    const database = await createTestDatabase({ migrated: false });
    const others = await createTestDatabase({ migrated: false });
    const connected = forkScript(new URL('./connect.ts', import.meta.url), { env: { DATABASE_URL: database.url } });
    await connected.waitForMessage((message) => message === 'connected');
    await database.drop();
    expect(await query(others, 'select 1 from pg_database where datname = ?', [database.name])).to.deep.equal([]);
    await others.drop();
  });
});
