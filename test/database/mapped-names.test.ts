import { expect } from 'chai';
import { resolveNames } from '../../lib/database/names.ts';
import { enqueueRun, listSchedules, startScheduler } from '../../lib/index.ts';
import { createTestDatabase, query, type TestDatabase } from '../support/databases.ts';
import { isMapped } from '../support/mapped/layout.ts';
import { mappedNames } from '../support/mapped/names.ts';

const errorOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => 'none',
    (error: unknown) => error,
  );

/** The run's own mechanism; the other run has none. */
if (isMapped) {
  describe('a run under mapped names', () => {
    let database: TestDatabase;
    before(async () => {
      database = await createTestDatabase();
    });
    after(() => database.drop());

    it('has no table of a default name, and no type', async () => {
      const names = ['worker_runs', 'worker_schedules', 'worker_schedule_fires', 'worker_scheduler_state'];
      const all = [...names, 'worker_runners', 'worker_run_status', 'worker_run_trigger'];
      const found = await query(
        database,
        `SELECT n.nspname AS schema, c.relkind AS kind FROM pg_type t JOIN pg_namespace n ON n.oid = t.typnamespace
           LEFT JOIN pg_class c ON c.oid = t.typrelid WHERE t.typname = ANY (?)`,
        [all],
      );
      expect(found).to.deep.equal(Array(5).fill({ schema: 'plain_names', kind: 'v' }));
    });

    it('gives the product the mapped names where a test gives none', async () => {
      const { id } = await enqueueRun(database.knex, { workerName: 'ner', request: {} });
      const { runs, run } = resolveNames(mappedNames);
      expect(await query(database, `SELECT ${run.id}::text AS id FROM ${runs}`)).to.deep.equal([{ id }]);
    });

    it('lets the product find nothing under the default ones', async () => {
      const names = {};
      const input = { workerName: 'ner', request: {} };
      expect(await errorOf(enqueueRun(database.knex, input, { names }))).to.include({ code: '42P01' });
      expect(await errorOf(listSchedules(database.knex, { names }))).to.include({ code: '42P01' });
      const refused = await errorOf(startScheduler(database.knex, { names }));
      expect(refused).to.include({ code: 'schema_missing' });
    });

    it('refuses a statement of mapped names that has a default one in it', async () => {
      const { runs, run } = resolveNames(mappedNames);
      const mixed = `SELECT 1 FROM ${runs} r WHERE r.${run.status} = 'FAILED'::worker_run_status`;
      expect(String(await errorOf(query(database, mixed)))).to.contain('A default name in a statement');
    });
  });
}
