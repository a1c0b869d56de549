import { expect } from 'chai';
import { quote } from '../../lib/database/identifiers.ts';
import { resolveNames, RUN_COLUMNS, type RunColumn } from '../../lib/database/names.ts';
import type { WorkerSchedulesError } from '../../lib/index.ts';
import { migrate, rollback } from '../../migrations/index.ts';
import type { MigrationFault } from '../../migrations/faults.ts';
import { createTestDatabase, query, type TestDatabase } from '../support/databases.ts';
import { mappedNames } from '../support/mapped/names.ts';
import { createArchive, type LedgerShape } from './archive-host.ts';
import { snapshot } from './catalogue-snapshot.ts';
import { refusedCases } from './refused-cases.ts';
import { stepNames } from './step-names.ts';
import { useInstall } from './use-install.ts';

const names = resolveNames(mappedNames);

const OTHER_NAMES: Readonly<Record<string, string>> = {
  archive_worker_runs: names.runs,
  archive_worker_schedules: names.schedules,
  archive_worker_runs_schedules_migrations: names.migrations,
  archive_worker_runs_pkey: quote(`${names.plain.runs}_pkey`),
  uq_worker_run_active: quote('uq_worker_run_active'),
  worker_run_status: names.statusType,
  worker_run_trigger: names.triggerType,
};

/** The archive's statement as a host writes it whose every name is hard to quote. */
function rename(statement: string): string {
  const isColumn = (word: string): word is RunColumn => (RUN_COLUMNS as readonly string[]).includes(word);
  const renamed = statement.replace(/(?<!['"\w])[a-z_]+\b/g, (word) =>
    isColumn(word) ? names.run[word] : (OTHER_NAMES[word] ?? word),
  );
  return renamed.replace('DROP INDEX ', `DROP INDEX ${names.schema}.`);
}

describe('a ledger of a host whose every name is hard to quote', () => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await createTestDatabase({ migrated: false, defaultNames: true });
    await query(database, `CREATE SCHEMA ${names.schema}`);
  });
  afterEach(() => database.drop());

  const create = (shape?: LedgerShape): Promise<void> => createArchive(database, shape, rename);
  const schema = (): Promise<string[]> => snapshot(database, names.plain.schema);

  async function rows(): Promise<Record<string, unknown>[]> {
    const found = await query<{ row: Record<string, unknown> }>(
      database,
      `SELECT to_jsonb(r) AS row FROM ${names.runs} r ORDER BY to_jsonb(r)->>'duration_ms', r.ctid`,
    );
    return found.map(({ row }) => row);
  }

  for (const shape of [
    { id: 'integer', labels: 'enum' },
    { id: 'bigint', labels: 'varchar' },
  ] as const) {
    it(`is adopted, used and given back as it was, with ids of type ${shape.id} and labels as ${shape.labels}`, async () => {
      await create(shape);
      const isLabels = (line: string): boolean => line.startsWith('type ');
      const before = { rows: await rows(), schema: (await schema()).filter((line) => !isLabels(line)) };
      expect(await migrate(database.knex, { names: mappedNames })).to.deep.equal(stepNames);
      const adopted = await rows();
      expect(adopted).to.have.length(5);
      for (const [index, row] of adopted.entries()) expect(row).to.deep.include(before.rows[index]!);
      await query(database, `DELETE FROM ${names.runs}`);
      await useInstall(database, mappedNames);
      expect(await migrate(database.knex, { names: mappedNames })).to.deep.equal([]);
      expect(await rollback(database.knex, { names: mappedNames })).to.deep.equal([...stepNames].reverse());
      expect((await schema()).filter((line) => !isLabels(line))).to.deep.equal(before.schema);
    });
  }

  for (const { what, shape, statements, code, rows: found } of refusedCases) {
    it(`is refused, and not changed, with ${what}`, async () => {
      await create(shape);
      for (const statement of statements) await query(database, rename(statement));
      const before = [await schema(), await rows()];
      const refused = (await migrate(database.knex, { names: mappedNames }).catch(
        (error: unknown) => error,
      )) as WorkerSchedulesError;
      expect(refused).to.have.property('code', 'migration_refused');
      const [fault, ...others] = refused.details['faults'] as MigrationFault[];
      expect(others).to.deep.equal([]);
      expect(fault).to.have.property('code', code);
      if (found !== undefined) expect(await query(database, fault!.statement!)).to.have.length(found);
      expect([await schema(), await rows()]).to.deep.equal(before);
    });
  }
});
