import { expect } from 'chai';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { startScheduler } from '../../lib/index.ts';
import { createTestDatabase, query, type TestDatabase } from '../support/databases.ts';
import { hostKnex } from '../support/host-knex.ts';

/** The message that announces the backend's process id at start-up: "K", its length, the id, a secret. */
const KEY_DATA = Buffer.from([0x4b, 0, 0, 0, 12]);

/** Announces another process id than the backend's own, as every pooler does. */
function announceAnother(chunk: Buffer): Buffer {
  const at = chunk.indexOf(KEY_DATA);
  if (at >= 0 && at + 9 <= chunk.length) chunk.writeInt32BE(4242, at + 5);
  return chunk;
}

describe('a scheduler behind a pooler', () => {
  let database: TestDatabase;
  let pooler: Server;
  const sockets = new Set<Socket>();

  before(async () => {
    database = await createTestDatabase();
    const target = new URL(database.url);
    pooler = createServer((near) => {
      const far = connect(Number(target.port), target.hostname);
      for (const socket of [near, far]) sockets.add(socket.on('error', () => undefined));
      near.pipe(far);
      far.on('data', (chunk: Buffer) => near.write(announceAnother(chunk)));
      far.on('end', () => near.end());
      near.on('close', () => far.destroy());
    });
    await new Promise<void>((resolve) => pooler.listen(0, '127.0.0.1', resolve));
  });
  after(async () => {
    for (const socket of sockets) socket.destroy();
    pooler.close();
    await database.drop();
  });

  it('R-E1: refuses to start with a sentence that says what to pass, and leaves no session and no lock behind', async () => {
    const url = new URL(database.url);
    url.host = `127.0.0.1:${(pooler.address() as { port: number }).port}`;
    const pooled = hostKnex(url.href);
    const error = await startScheduler(pooled, { name: 'pooled' }).catch((thrown: unknown) => thrown);
    expect(error).to.have.property('code', 'connection_pooled');
    expect(String(error)).to.contain('`connection`');
    const locks = await query(
      database,
      `select 1 from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`,
    );
    expect(locks).to.deep.equal([]);
    const scheduler = await startScheduler(pooled, { name: 'direct', connection: database.url });
    expect(scheduler.state).to.equal('leading');
    await scheduler.stop();
    await pooled.destroy();
  });
});
