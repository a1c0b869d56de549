import { expect } from 'chai';
import { startScheduler } from '../../lib/index.ts';
import { type AnnouncingPooler, openAnnouncingPooler } from '../support/announcing-pooler.ts';
import { createTestDatabase, query, type TestDatabase } from '../support/databases.ts';
import { hostKnex } from '../support/host-knex.ts';

describe('a scheduler behind a pooler', () => {
  let database: TestDatabase;
  let pooler: AnnouncingPooler;

  before(async () => {
    database = await createTestDatabase();
    pooler = await openAnnouncingPooler(database.url);
  });
  after(async () => {
    pooler.close();
    await database.drop();
  });

  it('R-E1: refuses to start with a sentence that says what to pass, and leaves no session and no lock behind', async () => {
    const pooled = hostKnex(pooler.url);
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
