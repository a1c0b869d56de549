import { expect } from 'chai';
import type { Knex } from 'knex';
import { nameStatements } from '../../lib/database/named-database.ts';
import { type Queryable, readRow } from '../../lib/database/read-rows.ts';
import { StatementNames } from '../../lib/database/statement-names.ts';
import { type AnnouncingPooler, openAnnouncingPooler } from '../support/announcing-pooler.ts';
import { createTestDatabase, type TestDatabase } from '../support/databases.ts';
import { hostKnex } from '../support/host-knex.ts';

const SUM = 'SELECT to_json(?::int + ?::int)::text AS json';

describe('statements of a runner', () => {
  let database: TestDatabase;
  let pooler: AnnouncingPooler;
  const knexes: Knex[] = [];
  before(async () => {
    database = await createTestDatabase();
    pooler = await openAnnouncingPooler(database.url);
  });
  after(async () => {
    await Promise.all(knexes.map((knex) => knex.destroy()));
    pooler.close();
    await database.drop();
  });

  /** A knex of one session, so that a test can ask that session what it knows. */
  const oneSession = (url: string): Knex => {
    const knex = hostKnex(url, { pool: { min: 1, max: 1 } });
    knexes.push(knex);
    return knex;
  };
  const known = async (knex: Knex): Promise<number | undefined> =>
    await readRow<number>(knex, `SELECT to_json(count(*))::text AS json FROM pg_prepared_statements`);
  const sum = async (named: Queryable, a: number, b: number): Promise<number | undefined> =>
    await readRow<number>(named, SUM, [a, b]);

  it('are planned once a session, whoever sends them', async () => {
    const knex = oneSession(database.url);
    const named = [await nameStatements(knex), await nameStatements(knex)];
    for (const one of [...named, ...named]) expect(await sum(one, 1, 2)).to.equal(3);
    expect(await known(knex)).to.equal(1);
  });

  it('go on where the session forgets them, and are not named any more', async () => {
    const knex = oneSession(database.url);
    const named = await nameStatements(knex);
    expect(await sum(named, 1, 2)).to.equal(3);
    await knex.raw('DISCARD ALL');
    expect(await sum(named, 2, 2)).to.equal(4);
    expect(await sum(named, 2, 3)).to.equal(5);
    expect(await known(knex)).to.equal(0);
  });

  it('go on where the session knows a name from somebody else', async () => {
    const knex = oneSession(database.url);
    const named = await nameStatements(knex);
    await knex.raw(`PREPARE ${new StatementNames().nameOf(SUM)} AS SELECT 1`);
    expect(await sum(named, 1, 2)).to.equal(3);
    expect(await sum(named, 2, 2)).to.equal(4);
    expect(await known(knex)).to.equal(1);
  });

  it('have no names behind a pooler, whose sessions know none', async () => {
    const knex = oneSession(pooler.url);
    expect(await sum(await nameStatements(knex), 1, 2)).to.equal(3);
    expect(await known(knex)).to.equal(0);
  });

  it('pass on what the database says of them', async () => {
    const named = await nameStatements(oneSession(database.url));
    const error: unknown = await named.raw('SELECT 1 / ?::int', [0]).then(undefined, (thrown: unknown) => thrown);
    expect(error).to.have.property('code', '22012');
  });
});
