import { expect } from 'chai';
import { longestStatement, measureMigration, type Phase } from '../../bench/migration/measure-migration.ts';
import { seedArchive } from '../../bench/migration/seed-archive.ts';
import { createTestDatabase, query, type TestDatabase } from '../support/databases.ts';

const ROWS = 200_000;
/** How long a statement of the host may wait because of the migration (ms). */
const MOST_MS = 1000;

describe(`a ledger of ${ROWS} rows that is migrated, and given back, under the traffic of its host`, function () {
  this.timeout(180_000);
  let database: TestDatabase;
  let phases: readonly Phase[];
  before(async () => {
    database = await createTestDatabase({ migrated: false, defaultNames: true });
    await seedArchive(database.plain, ROWS);
    phases = await measureMigration(database.url, database.plain);
    for (const phase of phases) {
      const waits = [phase.longestWaitMs, longestStatement(phase)].map((ms) => ms.toFixed(0));
      process.stdout.write(`    ${phase.what}: longest wait ${waits[0]} ms, longest statement ${waits[1]} ms\n`);
    }
  });
  after(() => database.drop());

  it('goes through all of it while the host writes and reads', () => {
    expect(phases.map(({ what }) => what)).to.deep.equal(['the host alone', 'migrate', 'rollback']);
    for (const { what, latencies } of phases) {
      for (const kind of ['insert', 'update', 'read', 'prune', 'queue']) {
        expect(latencies[kind]?.count, `${kind} during ${what}`).to.be.above(0);
      }
    }
  });

  it('makes no statement of the host wait longer than a second', () => {
    for (const { what, longestWaitMs } of phases) expect(longestWaitMs, what).to.be.below(MOST_MS);
  });

  it('keeps every old row that the host has not pruned', async () => {
    const [pruned] = await query<{ least: number }>(database, 'SELECT min(id) AS least FROM archive_worker_runs');
    const kept = 'SELECT count(*)::int AS rows FROM archive_worker_runs WHERE id <= ?';
    const [old] = await query<{ rows: number }>(database, kept, [ROWS]);
    expect(old!.rows)
      .to.equal(ROWS - pruned!.least + 1)
      .and.to.be.above(0);
  });
});
