import { expect } from 'chai';
import { OneConnection } from '../../lib/database/one-connection.ts';
import type { KnexClient, PostgresClient } from '../../lib/database/postgres-client.ts';
import { execute, type Queryable, readRow, readRows } from '../../lib/database/read-rows.ts';
import { createTestDatabase, query, type TestDatabase } from '../support/databases.ts';

describe('statements on one connection', () => {
  let database: TestDatabase;
  let client: KnexClient;
  let connection: PostgresClient;
  let one: OneConnection;
  let cuts: string[];

  before(async () => {
    database = await createTestDatabase();
    await query(database, 'create table noted (note text primary key)');
  });
  beforeEach(async () => {
    await query(database, 'delete from noted');
    client = database.knex.client as KnexClient;
    connection = await client.acquireConnection();
    cuts = [];
    one = new OneConnection(client, connection, (reason) => void cuts.push(reason));
  });
  afterEach(async () => {
    await client.releaseConnection(connection);
  });
  after(() => database.drop());

  const failureOf = (work: Promise<unknown>): Promise<unknown> =>
    work.then(
      () => 'no error',
      (error: unknown) => String(error),
    );
  const note = (trx: Queryable, text: string): Promise<void> =>
    execute(trx, 'INSERT INTO noted (note) VALUES (?)', [text]);
  const notes = async (): Promise<unknown[]> =>
    (await query(database, 'select note from noted')).map((row) => row.note);
  /** Statements of one transaction have one instant. */
  const isInTransaction = async (): Promise<boolean | undefined> => {
    const begun = () => readRow<string>(one, 'SELECT to_json(now())::text AS json');
    return (await begun()) === (await begun());
  };

  it('give what other statements give, and prepare what has bindings once', async () => {
    expect(
      await readRows(one, `SELECT to_json(n + ?::int)::text AS json FROM generate_series(1, 3) n`, [1]),
    ).to.deep.equal([2, 3, 4]);
    await note(one, 'a');
    await note(one, 'b');
    expect(
      await readRow(
        one,
        `SELECT to_json(count(*))::text AS json FROM pg_prepared_statements WHERE statement LIKE 'INSERT%'`,
      ),
    ).to.equal(1);
    expect(await notes()).to.have.members(['a', 'b']);
  });

  it('begin a transaction together with the question that opens it', async () => {
    const opened = await one.transaction(async (trx, begun?: string) => {
      await note(trx, 'a');
      expect(await notes()).to.deep.equal([]);
      return [begun, await readRow<string>(trx, 'SELECT to_json(now())::text AS json')];
    }, 'SELECT to_json(now())::text AS json');
    expect(opened[0]).to.be.a('string').and.to.equal(opened[1]);
    expect(await notes()).to.deep.equal(['a']);
    await one.transaction((trx) => note(trx, 'without a question'));
    expect(await notes()).to.have.length(2);
  });

  it('undo what was written before an error, and go on', async () => {
    const failing = one.transaction(async (trx) => {
      await note(trx, 'a');
      throw new Error('enough');
    });
    expect(await failureOf(failing)).to.equal('Error: enough');
    expect(await failureOf(one.transaction(() => note(one, 'b'), 'SELECT to_json(1 / 0)::text AS json'))).to.match(
      /division by zero/,
    );
    expect([await notes(), await isInTransaction()]).to.deep.equal([[], false]);
  });

  it('do not call committed what was undone: an error that was passed over fails the transaction', async () => {
    const passingOver = one.transaction(async (trx) => {
      await note(trx, 'a');
      await note(trx, 'a').catch(() => undefined);
    });
    expect(await failureOf(passingOver)).to.match(/ended with ROLLBACK/);
    expect([await notes(), await isInTransaction()]).to.deep.equal([[], false]);
  });

  it('tell the error itself where the connection is gone with it', async () => {
    const dying = one.transaction((trx) => execute(trx, 'SELECT pg_terminate_backend(?::int)', [connection.processID]));
    expect(await failureOf(dying)).to.match(/terminating connection|terminated/);
    expect(cuts).to.have.length(1);
  });

  it('ask to be cut, and tell the error itself, where what was begun cannot be undone', async () => {
    const withoutRollback: KnexClient = {
      ...{ acquireConnection: () => Promise.resolve(connection), releaseConnection: () => Promise.resolve() },
      query: async (to, statement) => {
        if (statement.sql === 'ROLLBACK') throw new Error('no answer');
        return await client.query(to, statement);
      },
    };
    const open = new OneConnection(withoutRollback, connection, (reason) => void cuts.push(reason));
    const failing = open.transaction(() => Promise.reject(new Error('enough')));
    expect(await failureOf(failing)).to.equal('Error: enough');
    expect(cuts).to.deep.equal(['ROLLBACK failed: no answer']);
    await one.raw('ROLLBACK', []);
  });
});
