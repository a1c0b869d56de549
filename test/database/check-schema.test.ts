import { expect } from 'chai';
import { checkSchema } from '../../lib/database/check-schema.ts';
import type { SchemaPart } from '../../lib/database/missing-pieces.ts';
import { type NamesInput, resolveNames } from '../../lib/database/names.ts';
import type { WorkerSchedulesError } from '../../lib/errors.ts';
import { createTestDatabase, query, type TestDatabase } from '../support/databases.ts';

const parts = ['api', 'scheduler', 'runner'] as const;
const tables = {
  worker_runs: ['api', 'scheduler', 'runner'],
  worker_schedules: ['api', 'scheduler'],
  worker_schedule_fires: ['api', 'scheduler'],
  worker_scheduler_state: ['api', 'scheduler'],
  worker_runners: ['api', 'runner'],
} as const;

describe('checkSchema', () => {
  let database: TestDatabase;
  before(async () => {
    database = await createTestDatabase({ defaultNames: true });
  });
  after(() => database.drop());

  async function missing(part: SchemaPart, names: NamesInput = {}): Promise<unknown> {
    try {
      await checkSchema(database.knex, resolveNames(names), part);
      return [];
    } catch (error) {
      expect(error).to.have.property('code', 'schema_missing');
      const { message, details } = error as WorkerSchedulesError;
      for (const piece of details['missing'] as string[]) expect(message).to.include(piece);
      return details['missing'];
    }
  }

  /** What is missing for each part after a change that is taken back. */
  async function missingAfter(change: string): Promise<Record<SchemaPart, unknown>> {
    const found: Record<SchemaPart, unknown> = { api: [], scheduler: [], runner: [] };
    const trx = await database.knex.transaction();
    try {
      await trx.raw(change);
      for (const part of parts) {
        found[part] = await checkSchema(trx, resolveNames(), part).then(
          () => [],
          (error: unknown) => (error as WorkerSchedulesError).details['missing'],
        );
      }
    } finally {
      await trx.rollback();
    }
    return found;
  }

  it('finds nothing missing where the migrations have run', async () => {
    for (const part of parts) expect(await missing(part)).to.deep.equal([]);
  });

  for (const [table, needing] of Object.entries(tables)) {
    it(`names the table ${table} to who needs it`, async () => {
      const found = await missingAfter(`ALTER TABLE ${table} RENAME TO elsewhere`);
      for (const part of parts) {
        const pieces = (found[part] as string[]).filter(
          (piece) => piece.startsWith('table ') || piece.includes('column'),
        );
        expect(pieces).to.deep.equal((needing as readonly string[]).includes(part) ? [`table ${table}`] : []);
      }
    });

    it(`names every column of ${table} to who needs it`, async () => {
      const columns = await query<{ name: string }>(
        database,
        `SELECT attname AS name FROM pg_attribute WHERE attrelid = ?::regclass AND attnum > 0 AND attname <> 'lease_token'`,
        [table],
      );
      const unneeded = table === 'worker_scheduler_state' ? ['id'] : [];
      for (const { name } of columns.filter((column) => !unneeded.includes(column.name))) {
        const found = await missingAfter(`ALTER TABLE ${table} RENAME COLUMN ${name} TO elsewhere`);
        for (const part of parts) {
          const needed = (needing as readonly string[]).includes(part);
          const columnsMissing = (found[part] as string[]).filter((piece) => piece.startsWith('column '));
          expect(columnsMissing).to.deep.equal(needed ? [`column ${table}.${name}`] : []);
        }
      }
    });
  }

  for (const [type, label] of [
    ...['QUEUED', 'RUNNING', 'SUCCESS', 'FAILED', 'INTERRUPTED', 'CANCELLED'].map((name) => [
      'worker_run_status',
      name,
    ]),
    ...['CLI', 'API', 'SCHEDULE'].map((name) => ['worker_run_trigger', name]),
  ] as const) {
    it(`names the label ${label} of ${type}`, async () => {
      const found = await missingAfter(`ALTER TYPE ${type} RENAME VALUE '${label}' TO 'OTHER'`);
      for (const part of parts) expect(found[part]).to.include(`${type} label ${label}`);
    });
  }

  const slot = 'unique index on worker_runs (worker_name) over QUEUED and RUNNING';
  for (const [what, instead] of [
    ['is gone', 'SELECT 1'],
    ['is not unique', `CREATE INDEX x ON worker_runs (worker_name) WHERE status IN ('QUEUED', 'RUNNING')`],
    ['leaves RUNNING out', `CREATE UNIQUE INDEX "RUNNING" ON worker_runs (worker_name) WHERE status = 'QUEUED'`],
    ['is of another column', `CREATE UNIQUE INDEX x ON worker_runs (id) WHERE status IN ('QUEUED', 'RUNNING')`],
    [
      'is of two columns',
      `CREATE UNIQUE INDEX x ON worker_runs (worker_name, id) WHERE status IN ('QUEUED', 'RUNNING')`,
    ],
  ] as const) {
    it(`names the slot's index when it ${what}`, async () => {
      const found = await missingAfter(`DROP INDEX uq_worker_run_active; ${instead}`);
      for (const part of parts) expect(found[part]).to.deep.equal([slot]);
    });
  }

  it("takes the slot's index under any name", async () => {
    const found = await missingAfter('ALTER INDEX uq_worker_run_active RENAME TO "My index?"'.replace('?', ''));
    for (const part of parts) expect(found[part]).to.deep.equal([]);
  });

  it('names everything where nothing was migrated, and what to do', async () => {
    const names = { schema: 'nowhere' };
    expect(await missing('runner', names)).to.deep.equal(['table worker_runs', 'table worker_runners']);
    expect(await missing('api', names)).to.include.members(Object.keys(tables).map((table) => `table ${table}`));
    const refused = await checkSchema(database.knex, resolveNames(names), 'api').catch((error: unknown) => error);
    expect(refused).to.have.property('message').that.includes('schema nowhere').and.includes('migrate(knex)');
  });

  it('does not take tables, types and indexes of another schema for its own', async () => {
    await query(database, 'CREATE SCHEMA elsewhere');
    await query(database, 'CREATE TABLE elsewhere.worker_runs (id int)');
    await query(database, `ALTER DATABASE ${database.name} SET search_path = public, elsewhere`);
    const found = (await missing('runner', { schema: 'elsewhere' })) as string[];
    expect(found).to.include.members(['column worker_runs.status', 'table worker_runners', slot]);
    expect(found).to.include('primary key of worker_runs').and.not.include('column worker_runs.id');
  });

  it('looks for the names that the host gave', async () => {
    const names = { runs: { table: 'Jobs', columns: { status: 'the-state' } }, fires: 'a"b' };
    expect(await missing('scheduler', names)).to.include.members(['table Jobs', 'table a"b']);
    await query(database, 'CREATE TABLE "Jobs" AS SELECT * FROM worker_runs');
    expect(await missing('scheduler', names)).to.include('column Jobs.the-state');
  });
});
