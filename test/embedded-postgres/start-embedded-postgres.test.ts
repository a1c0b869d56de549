import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { startEmbeddedPostgres } from '../../examples/embedded-postgres/start-embedded-postgres.ts';
import { ask, serverUnderTest } from './server.ts';

describe('startEmbeddedPostgres', () => {
  const under = serverUnderTest();
  after(() => under.remove());

  it('makes a database of the given name, with a user postgres, UTF-8 and a sort order that no system changes', async () => {
    const server = await startEmbeddedPostgres({ ...under, database: 'My "app"', fsync: false });
    try {
      const [row] = await ask(
        server.url,
        `select current_database() as name, current_user as who, pg_encoding_to_char(encoding) as encoding, datlocale
         from pg_database where datname = current_database()`,
      );
      expect(row).to.deep.equal({ name: 'My "app"', who: 'postgres', encoding: 'UTF8', datlocale: 'C.UTF-8' });
      await ask(server.url, 'create table kept as select 42 as answer');
    } finally {
      await server.stop();
    }
  });

  it('keeps the data, and leaves nothing running after stop', async () => {
    expect(under.postmaster()).to.equal(undefined);
    const server = await startEmbeddedPostgres({ ...under, database: 'My "app"', fsync: false });
    expect(await ask(server.url, 'select answer from kept')).to.deep.equal([{ answer: 42 }]);
    await server.stop();
    await server.stop();
    expect(under.postmaster()).to.equal(undefined);
  });

  it('listens on the loopback address only, without a socket, and takes the given settings', async () => {
    const server = await startEmbeddedPostgres({ ...under, fsync: false, settings: { max_connections: '321' } });
    try {
      const names = ['listen_addresses', 'unix_socket_directories', 'fsync', 'max_connections'];
      const rows = await ask(
        server.url,
        `select name, setting from pg_settings where name in ('${names.join("','")}')`,
      );
      expect(Object.fromEntries(rows.map((row) => [row['name'], row['setting']]))).to.deep.equal({
        listen_addresses: '127.0.0.1',
        unix_socket_directories: '',
        fsync: 'off',
        max_connections: '321',
      });
    } finally {
      await server.stop();
    }
  });

  it('lets nobody in without the password that lies in the data directory', async () => {
    const server = await startEmbeddedPostgres({ ...under, fsync: false });
    try {
      const wrong = new URL(server.url);
      wrong.password = 'guessed';
      const error = await ask(wrong.href, 'select 1').catch((caught: unknown) => caught as { code: string });
      expect(error).to.have.property('code', '28P01');
    } finally {
      await server.stop();
    }
  });

  it('says what the server said when it cannot start', async () => {
    const settings = { shared_buffers: 'nonsense' };
    const error = await startEmbeddedPostgres({ ...under, settings }).catch((caught: unknown) => caught as Error);
    expect(error)
      .to.be.instanceOf(Error)
      .with.property('message')
      .that.matches(/does not start.*nonsense/s);
  });

  it('runs in a session of its own, which Ctrl-C in our terminal does not reach', async function () {
    if (process.platform !== 'linux') return this.skip();
    const server = await startEmbeddedPostgres({ ...under, fsync: false });
    const [, , , ours] = statOf(process.pid);
    const [, , , theirs] = statOf(under.postmaster()!.pid);
    await server.stop();
    expect(theirs).not.to.equal(ours);
  });
});

/** State, parent, group and session of a process. */
function statOf(pid: number): string[] {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}
