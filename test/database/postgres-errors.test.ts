import { expect } from 'chai';
import knexModule, { type Knex } from 'knex';
import { createServer, type Server } from 'node:net';
import { runInNewContext } from 'node:vm';
import { isSqlState, isUnavailable, postgresCode } from '../../lib/database/postgres-errors.ts';
import { messageOf } from '../../lib/errors.ts';
import { createTestDatabase, query, type TestDatabase } from '../support/databases.ts';

async function failureOf(knex: Knex, sql = 'SELECT 1'): Promise<unknown> {
  return await knex.raw(sql).then(
    () => undefined,
    (error: unknown) => error,
  );
}

function connectTo(connection: string | Knex.PgConnectionConfig): Knex {
  const log = { warn: () => undefined, error: () => undefined };
  return knexModule({ client: 'pg', connection, pool: { min: 0, max: 1 }, acquireConnectionTimeout: 500, log });
}

describe('a database that is not there', () => {
  let database: TestDatabase;
  let silent: Server;
  before(async () => {
    database = await createTestDatabase({ migrated: false });
    silent = createServer(() => undefined);
    await new Promise<void>((listening) => silent.listen(0, '127.0.0.1', listening));
  });
  after(async () => {
    silent.close();
    await database.drop();
  });

  async function expectAway(knex: Knex): Promise<void> {
    const failure = await failureOf(knex);
    await knex.destroy();
    expect(isUnavailable(failure), String(failure)).to.equal(true);
  }

  it('is known by a refused connection', async () => {
    await expectAway(connectTo('postgres://nobody:x@127.0.0.1:1/none'));
    await expectAway(connectTo('postgres://nobody:x@localhost:1/none'));
  });

  it('is known by an address that does not exist', async () => {
    await expectAway(connectTo('postgres://nobody:x@no-such-host.invalid:5432/none'));
  });

  it('is known by a server that does not answer', async () => {
    const { port } = silent.address() as { port: number };
    await expectAway(connectTo({ host: '127.0.0.1', port, user: 'x', connectionTimeoutMillis: 100 }));
  });

  it('is known by a pool without a free connection', async () => {
    const knex = connectTo(database.url);
    const holder = await knex.transaction();
    const failure = await failureOf(knex);
    await holder.rollback();
    await knex.destroy();
    expect(isUnavailable(failure), String(failure)).to.equal(true);
  });

  it('is known by a pool that was destroyed', async () => {
    const knex = connectTo(database.url);
    await knex.destroy();
    expect(isUnavailable(await failureOf(knex))).to.equal(true);
  });

  it('is known by a session that was ended, at once and afterwards', async () => {
    const knex = connectTo(database.url);
    const trx = await knex.transaction();
    const { rows } = await trx.raw<{ rows: { pid: number }[] }>('SELECT pg_backend_pid() AS pid');
    const running = failureOf(trx, 'SELECT pg_sleep(20)');
    await query(database, 'SELECT pg_terminate_backend(?)', [rows[0]!.pid]);
    expect(isUnavailable(await running)).to.equal(true);
    expect(isUnavailable(await failureOf(trx))).to.equal(true);
    await trx.rollback().catch(() => undefined);
    await knex.destroy();
  });

  it('is not meant by a statement that was refused', async () => {
    const knex = connectTo(database.url);
    for (const sql of ['SELECT 1 / 0', 'SELEC 1', 'SELECT * FROM nowhere', `SELECT 'connection terminated'::int`]) {
      expect(isUnavailable(await failureOf(knex, sql)), sql).to.equal(false);
    }
    const trx = await knex.transaction();
    await failureOf(trx, 'SELECT 1 / 0');
    const aborted = await failureOf(trx);
    expect([postgresCode(aborted), isUnavailable(aborted)]).to.deep.equal(['25P02', false]);
    await trx.rollback();
    await knex.destroy();
  });
});

describe('isUnavailable', () => {
  for (const code of ['08006', '57P01', '57P03', '53300', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EAI_AGAIN']) {
    it(`knows ${code}`, () => {
      expect(isUnavailable(Object.assign(new Error('x'), { code }))).to.equal(true);
    });
  }

  it('looks into an error of several addresses', () => {
    const refused = Object.assign(new Error('x'), { code: 'ECONNREFUSED' });
    expect(isUnavailable(new AggregateError([refused]))).to.equal(true);
    expect(isUnavailable(new AggregateError([new Error('x')]))).to.equal(false);
  });

  it('knows an error of another realm', () => {
    const error = runInNewContext(`Object.assign(new Error('x'), { code: 'ECONNREFUSED' })`) as unknown;
    expect([error instanceof Error, isUnavailable(error)]).to.deep.equal([false, true]);
  });

  for (const error of [
    ...[undefined, null, 'ECONNREFUSED', 5, {}, new Error('The operation was aborted'), new Error('x')],
    ...['40001', '55P03', '57014', '23505', 'slot_busy'].map((code) => Object.assign(new Error('x'), { code })),
  ]) {
    it(`does not mean ${messageOf(error)} ${postgresCode(error) ?? ''}`, () => {
      expect(isUnavailable(error)).to.equal(false);
    });
  }
});

describe('isSqlState', () => {
  it('tells an answer of the server from other codes', () => {
    expect(['40001', '25P02', 'P0001', 'XX000'].every(isSqlState)).to.equal(true);
    expect(['EPIPE', 'slot_busy', 'ECONNRESET', '', undefined].some(isSqlState)).to.equal(false);
  });
});
