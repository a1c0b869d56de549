import { expect } from 'chai';
import type { Knex } from 'knex';
import { checkSchema } from '../../lib/database/check-schema.ts';
import { resolveNames } from '../../lib/database/names.ts';
import { migrate, migrationSource, rollback } from '../../migrations/index.ts';
import { createTestDatabase, query, type TestDatabase } from '../support/databases.ts';
import { archiveNames, archiveRows, createArchive } from './archive-host.ts';
import { snapshot } from './catalogue-snapshot.ts';
import { stepNames } from './step-names.ts';

const isOfTheHost = (line: string): boolean => !/^type |our_migrations|_changes/.test(line);

/** How a host runs the migrations of knex: one transaction for each file, none, or one for all of them. */
const flows: Readonly<Record<string, (knex: Knex, run: (knex: Knex) => Promise<unknown>) => Promise<unknown>>> = {
  'each file in a transaction of its own': (knex, run) => run(knex),
  'all files in one transaction': (knex, run) => knex.transaction((trx) => run(trx)),
};

for (const [flow, inFlow] of Object.entries(flows)) {
  describe(`R-K1: the migrations in the flow of knex, ${flow}`, () => {
    let database: TestDatabase;
    beforeEach(async () => {
      database = await createTestDatabase({ migrated: false });
    });
    afterEach(() => database.drop());

    for (const [what, names, prepare] of [
      ['an empty database', {}, () => Promise.resolve()],
      ['a ledger of the host', archiveNames, () => createArchive(database)],
    ] as const) {
      it(`go up, down and up again, twice, over ${what}`, async () => {
        await prepare();
        const before = (await snapshot(database)).filter(isOfTheHost);
        const rows = await archiveRows(database).catch(() => []);
        const ours = { migrationSource: migrationSource({ names }), tableName: 'our_migrations' };
        const latest = async (knex: Knex): Promise<string[]> =>
          ((await knex.migrate.latest(ours)) as [number, string[]])[1];
        const up = (): Promise<unknown> => inFlow(database.knex, (knex) => latest(knex));
        const down = (): Promise<unknown> => inFlow(database.knex, (knex) => knex.migrate.rollback(ours, true));
        await up();
        for (const part of ['api', 'scheduler', 'runner'] as const) {
          await checkSchema(database.knex, resolveNames(names), part);
        }
        const migrated = (await snapshot(database)).filter(isOfTheHost);
        expect(await latest(database.knex)).to.deep.equal([]);
        await down();
        expect((await snapshot(database)).filter(isOfTheHost)).to.deep.equal(before);
        await up();
        expect((await snapshot(database)).filter(isOfTheHost)).to.deep.equal(migrated);
        await down();
        expect((await snapshot(database)).filter(isOfTheHost)).to.deep.equal(before);
        expect(await archiveRows(database).catch(() => [])).to.deep.equal(rows);
      });
    }
  });
}

describe('migrate beside the flow of knex', () => {
  let database: TestDatabase;
  const names = archiveNames;
  const ours = { migrationSource: migrationSource({ names }), tableName: 'our_migrations' };
  beforeEach(async () => {
    database = await createTestDatabase({ migrated: false });
    await createArchive(database);
  });
  afterEach(() => database.drop());

  it('finds done what that has done, and writes nothing', async () => {
    await database.knex.migrate.latest(ours);
    const done = await snapshot(database);
    expect(await migrate(database.knex, { names })).to.deep.equal([]);
    expect(await snapshot(database)).to.deep.equal(done);
  });

  it('leaves that nothing to do but to write it down', async () => {
    await migrate(database.knex, { names });
    const done = await snapshot(database);
    const [, applied] = (await database.knex.migrate.latest(ours)) as [number, string[]];
    expect(applied).to.deep.equal(stepNames);
    expect((await snapshot(database)).filter((line) => !line.includes('our_migrations'))).to.deep.equal(done);
  });

  it('can take back what that has made, and the other way round', async () => {
    const before = (await snapshot(database)).filter(isOfTheHost);
    await database.knex.migrate.latest(ours);
    expect(await rollback(database.knex, { names })).to.deep.equal([...stepNames].reverse());
    expect((await snapshot(database)).filter(isOfTheHost)).to.deep.equal(before);
    await migrate(database.knex, { names });
    await database.knex.migrate.rollback(ours, true);
    // Not the whole name of the table: PostgreSQL 18 names what is NOT NULL, and shortens that name.
    expect(
      (await snapshot(database)).filter(isOfTheHost).filter((line) => !line.includes('schedules_migration')),
    ).to.deep.equal(before);
    const again = stepNames.filter((name) => !name.endsWith('labels'));
    expect(await migrate(database.knex, { names })).to.deep.equal(again);
  });

  it('shares a table of migrations with it', async () => {
    const shared = { ...ours, tableName: resolveNames(names).plain.migrations };
    await database.knex.migrate.latest(shared);
    expect(await migrate(database.knex, { names })).to.deep.equal([]);
    expect(await query(database, `SELECT name FROM ${shared.tableName} ORDER BY id`)).to.deep.equal(
      stepNames.map((name) => ({ name })),
    );
  });

  it("runs among the host's own migrations of one source", async () => {
    const hosts: Readonly<Record<string, string>> = {
      '1_before': 'CREATE TABLE before_ours (id int)',
      '9_after': 'ALTER TABLE archive_worker_runs ADD COLUMN of_the_host int',
    };
    const steps = await ours.migrationSource.getMigrations([]);
    const mixed: Knex.MigrationSource<string> = {
      getMigrations: () => Promise.resolve(['1_before', ...steps.map(({ name }) => name), '9_after']),
      getMigrationName: (name) => name,
      getMigration: (name) => {
        const step = steps.find((one) => one.name === name);
        if (step !== undefined) return ours.migrationSource.getMigration(step);
        return Promise.resolve({ up: (knex: Knex) => knex.raw(hosts[name]!), down: () => Promise.resolve() });
      },
    };
    await database.knex.migrate.latest({ migrationSource: mixed, tableName: 'our_migrations' });
    await checkSchema(database.knex, resolveNames(names), 'scheduler');
    expect(await query(database, 'SELECT of_the_host FROM archive_worker_runs')).to.have.length(5);
  });
});
