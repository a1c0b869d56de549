import { expect } from 'chai';
import type { Knex } from 'knex';
import { checkSchema } from '../../lib/database/check-schema.ts';
import { resolveNames } from '../../lib/database/names.ts';
import { claimNextRun, getRun, listRuns, reportOutcome, saveSchedule } from '../../lib/index.ts';
import { migrate, rollback } from '../../migrations/index.ts';
import { takeLead } from '../scheduler/test-leader.ts';
import { createTestDatabase, query, type TestDatabase } from '../support/databases.ts';
import { archiveNames as names, archiveRows, createArchive, type LedgerShape } from './archive-host.ts';
import { snapshot } from './catalogue-snapshot.ts';
import { stepNames } from './step-names.ts';

const shapes: LedgerShape[] = [
  { id: 'integer', labels: 'enum' },
  { id: 'bigint', labels: 'text' },
  { id: 'uuid', labels: 'varchar' },
  { id: 'uuid', labels: 'enum' },
];

for (const shape of shapes) {
  describe(`a ledger of a host's own, with ids of type ${shape.id} and labels as ${shape.labels}`, () => {
    let database: TestDatabase;
    let knex: Knex;
    let schema: string[];
    let rows: unknown[];
    before(async () => {
      database = await createTestDatabase({ migrated: false });
      knex = database.knex;
      await createArchive(database, shape);
      schema = await snapshot(database);
      rows = await archiveRows(database);
    });
    after(() => database.drop());

    it('is given what it lacks, and nothing is changed in its rows', async () => {
      expect(await migrate(knex, { names })).to.deep.equal(stepNames);
      for (const part of ['api', 'scheduler', 'runner'] as const) await checkSchema(knex, resolveNames(names), part);
      expect(await archiveRows(database)).to.deep.equal(rows);
      const added = await query(
        database,
        `SELECT DISTINCT attempt, retry_of, not_before, scheduled_for, lease_token, request FROM archive_worker_runs`,
      );
      expect(added).to.deep.equal([
        { attempt: 1, retry_of: null, not_before: null, scheduled_for: null, lease_token: null, request: null },
      ]);
    });

    it('loses nothing that it had', async () => {
      const now = await snapshot(database);
      const changed = schema.filter((line) => !now.includes(line));
      expect(changed.filter((line) => !/^type |^constraint ck_/.test(line))).to.deep.equal([]);
    });

    it('is not touched by a second run', async () => {
      const before = await snapshot(database);
      const records = await query(database, 'SELECT *, xmin::text FROM archive_worker_runs_schedules_migrations');
      expect(await migrate(knex, { names })).to.deep.equal([]);
      expect(await snapshot(database)).to.deep.equal(before);
      expect(await query(database, 'SELECT *, xmin::text FROM archive_worker_runs_schedules_migrations')).to.deep.equal(
        records,
      );
    });

    it('takes a scheduled run from the tick to its report and its retry', async () => {
      await saveSchedule(knex, { workerName: 'tag', cron: '* * * * *', request: { depth: 2 } }, { names });
      await query(database, `UPDATE archive_worker_schedules SET next_run_at = now() - interval '1 second'`);
      const leader = await takeLead(database, { names });
      await leader.tick();
      const [fired] = leader.told('enqueued');
      const claimed = await claimNextRun(knex, { workerNames: ['tag'], runnerId: 'r', leaseSeconds: 60 }, { names });
      expect(claimed).to.include({ id: fired!.runId, status: 'RUNNING', attempt: 1 });
      const report = { runId: claimed!.id, leaseToken: claimed!.leaseToken, outcome: 'FAILED', error: 'E: x' } as const;
      expect(await reportOutcome(knex, report, { names })).to.include({ status: 'FAILED', error: 'E: x' });
      await leader.tick();
      const [retried] = leader.told('retried');
      expect(retried).to.include({ workerName: 'tag', retryOf: claimed!.id, attempt: 2 });
      await leader.close();
      expect(await getRun(knex, retried!.runId, { names })).to.include({ status: 'QUEUED', retryOf: claimed!.id });
      const listed = await listRuns(knex, { workerName: 'tag' }, { names });
      expect(listed.map(({ id }) => id)).to.deep.equal([retried!.runId, claimed!.id]);
      await query(database, `DELETE FROM archive_worker_runs WHERE worker_name = 'tag'`);
    });

    it("leaves the host's own running row alone, which has no lease", async () => {
      const leader = await takeLead(database, { names });
      await leader.tick();
      expect(leader.told('interrupted')).to.deep.equal([]);
      await leader.close();
      expect(await archiveRows(database)).to.deep.equal(rows);
    });

    it('goes on serving the host: inserts, queries and pruning', async () => {
      await query(
        database,
        `INSERT INTO archive_worker_runs (worker_name, status, trigger, engine_name, preset)
         VALUES ('crop', 'FAILED', 'CLI', 'vips', 'small')`,
      );
      const [own] = await listRuns(knex, { workerName: 'crop' }, { names });
      expect(own).to.include({ status: 'FAILED', trigger: 'CLI', attempt: 1, request: null });
      const pruned = await query(database, `DELETE FROM archive_worker_runs WHERE worker_name = 'crop' RETURNING 1`);
      expect(pruned).to.have.length(1);
    });

    it('is given back as it was, but for enum labels', async () => {
      expect(await rollback(knex, { names })).to.deep.equal([...stepNames].reverse());
      expect(await archiveRows(database)).to.deep.equal(rows);
      const isLabels = (line: string): boolean => line.startsWith('type ');
      const now = await snapshot(database);
      expect(now.filter((line) => !isLabels(line))).to.deep.equal(schema.filter((line) => !isLabels(line)));
    });
  });
}
