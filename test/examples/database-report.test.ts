import { expect } from 'chai';
import { migrateHost } from '../../examples/host-parts/database/host-migrations.ts';
import { databaseReportWorker } from '../../examples/host-parts/workers/database-report/database-report-worker.ts';
import { countReported } from '../../examples/host-parts/workers/database-report/size-table.ts';
import { createTestDatabase, query, type TestDatabase } from '../support/databases.ts';
import { type Attempt, runAttempt } from './run-attempt.ts';

interface Tally {
  readonly tables: number;
  readonly reported: number;
  readonly locked: number;
}

/** A name that needs quoting, and that knex would take for two names and a binding. */
const odd = 'odd."name"?';

describe('the database report of the example', () => {
  let database: TestDatabase;

  before(async () => {
    database = await createTestDatabase({ migrated: false });
    await migrateHost(database.plain);
  });
  beforeEach(async () => {
    await database.plain.raw('delete from table_sizes; drop schema if exists shop cascade; create schema shop');
    await database.plain.raw('create table shop.orders (id bigint primary key, note text)');
    await database.plain.raw(`insert into shop.orders select n, repeat('x', 90) from generate_series(1, 1000) as n`);
  });
  after(() => database.drop());

  const attempt = ({ config, ...more }: Partial<Attempt<Tally>> = {}): Promise<Tally | undefined> =>
    runAttempt(databaseReportWorker(database.plain), {
      config: { schema: 'shop', exact_up_to_mb: 64, ...config },
      ...more,
    });

  const recorded = (): Promise<{ name: string; rows: string | null; is: string }[]> =>
    query(
      database,
      `select table_name as name, row_count as rows, row_count_is as is from table_sizes where schema_name = 'shop' order by 1`,
    );

  it('counts the rows of small tables, whatever their names, and records what PostgreSQL says of their size', async () => {
    await database.plain.raw(`create table shop."odd.""name""\\?" as select 1 as n`);
    expect(await attempt()).to.include({ tables: 2, reported: 2, exact: 2 });
    expect(await recorded()).to.deep.equal([
      { name: odd, rows: '1', is: 'exact' },
      { name: 'orders', rows: '1000', is: 'exact' },
    ]);
    const [sizes] = await query(
      database,
      `select s.table_bytes = pg_table_size('shop.orders') as table, s.index_bytes = pg_indexes_size('shop.orders') as index
         from table_sizes s where s.table_name = 'orders'`,
    );
    expect(sizes).to.deep.equal({ table: true, index: true });
  });

  it('says that the rows of a large table are unknown before its first ANALYZE, and estimated after it', async () => {
    await database.plain.raw('alter table shop.orders set (autovacuum_enabled = false)');
    await attempt({ config: { exact_up_to_mb: 0 } });
    expect(await recorded()).to.deep.equal([{ name: 'orders', rows: null, is: 'unknown' }]);
    await database.plain.raw('analyze shop.orders');
    await database.plain.raw(`insert into shop.orders select n, repeat('x', 90) from generate_series(1001, 2000) as n`);
    await attempt({ config: { exact_up_to_mb: 0 }, occurrenceId: 'two' });
    const [estimated] = await recorded();
    expect(estimated).to.include({ is: 'estimated' });
    expect(Number(estimated?.rows)).to.be.within(1800, 2200);
  });

  it('leaves a table that somebody keeps locked as it is, forgets one that has gone, and waits for neither', async () => {
    await database.plain.raw('create table shop.gone ()');
    await attempt();
    await database.plain.raw('drop table shop.gone; delete from shop.orders');
    await database.plain.transaction(async (trx) => {
      await trx.raw('lock table shop.orders in access exclusive mode');
      expect(await attempt({ occurrenceId: 'two' })).to.include({ tables: 1, reported: 0, locked: 1, removed: 1 });
    });
    expect(await recorded()).to.deep.equal([{ name: 'orders', rows: '1000', is: 'exact' }]);
  });

  it('goes on where an interrupted attempt ended; meanwhile the counts say what is missing', async () => {
    await database.plain.raw('create table shop.customers (); create table shop.invoices ()');
    expect(await countReported(database.plain, 'shop')).to.deep.equal({ pending: 3, processed: 0 });
    const error = await attempt({ onProgress: (_, stop) => stop() }).catch((thrown: unknown) => thrown);
    expect(error).to.have.property('message', 'interrupted');
    expect(await countReported(database.plain, 'shop')).to.deep.equal({ pending: 2, processed: 1 });
    const steps: number[] = [];
    await attempt({ onProgress: ({ reported }) => void steps.push(reported) });
    expect(steps).to.deep.equal([2, 3, 3]);
    expect(await countReported(database.plain, 'shop')).to.deep.equal({ pending: 0, processed: 3 });
  });

  it('fails for a schema that there is not', async () => {
    const error = await attempt({ config: { schema: 'nowhere' } }).catch((thrown: unknown) => thrown);
    expect(error).to.have.property('message', 'There is no schema "nowhere"');
  });
});
