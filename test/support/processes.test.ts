import { expect } from 'chai';
import { createTestDatabase, type TestDatabase } from './databases.ts';
import { forkScript } from './processes.ts';
import { waitFor } from './wait-for.ts';

const connect = new URL('./connect.ts', import.meta.url);

describe('forkScript', () => {
  let database: TestDatabase;
  before(async () => {
    database = await createTestDatabase({ migrated: false });
  });
  after(() => database.drop());

  it('hears messages, lines and the end of a script that has nothing more to do', async () => {
    const script = forkScript(connect, { env: { DATABASE_URL: database.url } });
    await script.waitForMessage((message) => message === 'connected');
    await database.plain.raw(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
    expect(await script.waitForLine(/terminating connection/)).to.match(/administrator/);
    expect(await script.exited).to.deep.equal({ code: 0, signal: null });
  });

  it('ends a script whose parent is gone', async () => {
    const script = forkScript(connect, { env: { DATABASE_URL: database.url } });
    await script.waitForMessage((message) => message === 'connected');
    script.child.disconnect();
    expect(await script.exited).to.deep.equal({ code: 1, signal: null });
  });

  it('says what a script has said that ended too early', async () => {
    const script = forkScript(connect, { env: { DATABASE_URL: 'postgres://127.0.0.1:1/none' } });
    const error = await script.waitForMessage(() => true).catch((caught: unknown) => caught as Error);
    expect(error)
      .to.have.property('message')
      .that.matches(/ended without it.*ECONNREFUSED/s);
    await waitFor(() => script.child.exitCode !== null);
  });
});
