import { expect } from 'chai';
import { checkSchema } from '../../lib/database/check-schema.ts';
import { derivedNames } from '../../lib/database/identifiers.ts';
import { indexNames, LEDGER_INDEXES, SLOT_INDEX } from '../../lib/database/ledger-indexes.ts';
import { type NamesInput, resolveNames, RUN_COLUMNS } from '../../lib/database/names.ts';
import { migrate, rollback } from '../../migrations/index.ts';
import { steps } from '../../migrations/steps.ts';
import { createTestDatabase, query, type TestDatabase } from '../support/databases.ts';
import { snapshot } from './catalogue-snapshot.ts';
import { useInstall } from './use-install.ts';

/** Names that begin with a shape that is hard to quote, all of 63 bytes or less and all different. */
function named(shape: string): NamesInput {
  const name = (suffix: string): string => `${shape}${suffix}`;
  return {
    schema: name('S'),
    runs: { table: name('R'), columns: Object.fromEntries(RUN_COLUMNS.map((column) => [column, name(column)])) },
    ...{ schedules: name('A'), fires: name('F'), state: name('L'), runners: name('P') },
    types: { status: name('Ts'), trigger: name('Tt') },
  };
}

describe('an install under other names', () => {
  let database: TestDatabase;
  before(async () => {
    database = await createTestDatabase({ migrated: false });
  });
  after(() => database.drop());

  const use = (names: NamesInput): Promise<void> => useInstall(database, names);

  for (const shape of [
    ...['Jobs ', 'my-', "o'b", 'a"b', 'a.b', 'a$$b', '$1', '1x', 'schéma', '仕事', '🙂', 'x"; drop table t; --'],
    ...['a?b', '??', 'a\\?', '\\', ':n', '%s', 'x'.repeat(42)],
  ]) {
    it(`works whole: ${shape}`, async () => {
      const names = named(shape);
      const schema = resolveNames(names).schema;
      await database.knex.raw(`CREATE SCHEMA ${schema}`);
      const before = await snapshot(database, names.schema);
      expect(await migrate(database.knex, { names })).to.have.length(steps.length);
      await use(names);
      expect(await migrate(database.knex, { names })).to.deep.equal([]);
      expect(await rollback(database.knex, { names })).to.have.length(steps.length);
      expect(await snapshot(database, names.schema)).to.deep.equal(before);
      await database.knex.raw(`DROP SCHEMA ${schema}`);
    });
  }

  it('lives beside others in schemas of their own', async () => {
    const installs: NamesInput[] = [{}, { schema: 'one' }, { schema: 'Two' }];
    await query(database, 'CREATE SCHEMA one');
    await query(database, 'CREATE SCHEMA "Two"');
    for (const names of installs) expect(await migrate(database.knex, { names })).to.have.length(steps.length);
    for (const names of installs) await use(names);
    await rollback(database.knex, { names: installs[1]! });
    expect(await snapshot(database, 'one')).to.deep.equal([]);
    await use(installs[2]!);
    for (const names of [installs[0]!, installs[2]!]) await rollback(database.knex, { names });
  });

  it('lives beside others in one schema, also when their names differ only at the end of 63 bytes', async () => {
    const long = (end: string): NamesInput => {
      const { schema, ...names } = named('x'.repeat(40) + end);
      expect(schema).not.to.equal('public');
      return names;
    };
    const installs: NamesInput[] = [{}, long('1'), long('2')];
    for (const names of installs) expect(await migrate(database.knex, { names })).to.have.length(steps.length);
    for (const names of installs) await use(names);
    await rollback(database.knex, { names: installs[1]! });
    await checkSchema(database.knex, resolveNames(installs[2]), 'api');
    await checkSchema(database.knex, resolveNames(), 'api');
    for (const names of [installs[0]!, installs[2]!]) await rollback(database.knex, { names });
    expect(await snapshot(database)).to.deep.equal([]);
  });
});

describe('a derived name', () => {
  const tables = ['x'.repeat(62) + '1', 'x'.repeat(62) + '2', '🙂'.repeat(15), `${'🙂'.repeat(14)}é`, 'é'.repeat(31)];

  it('is short enough, whole, and another one for another table or purpose', () => {
    const derived = tables.flatMap((table) => {
      const { plain } = resolveNames({ runs: { table } });
      const indexes = LEDGER_INDEXES.flatMap((wish) => indexNames(resolveNames({ runs: { table } }), wish));
      return [...indexes, plain.migrations, plain.changes, ...derivedNames(table, '_due_idx')];
    });
    expect(new Set(derived).size).to.equal(derived.length);
    for (const name of derived) expect(name.isWellFormed() && Buffer.byteLength(name) <= 63, name).to.equal(true);
  });

  it('is plain for a table whose name is not long, and has another for when that is taken', () => {
    expect(derivedNames('jobs', '_claim_idx')[0]).to.equal('jobs_claim_idx');
    expect(derivedNames('jobs', '_claim_idx')[1]).to.match(/^jobs_[0-9a-f]{8}_ws_claim_idx$/);
    const { plain } = resolveNames({ runs: { table: 'jobs' } });
    expect([plain.migrations, plain.changes]).to.deep.equal(['jobs_schedules_migrations', 'jobs_schedules_changes']);
  });

  it("is the record's for the default ledger", () => {
    const names = resolveNames();
    expect(indexNames(names, SLOT_INDEX)[0]).to.equal('uq_worker_run_active');
    expect(names.plain.migrations).to.equal('worker_schedules_migrations');
  });
});
