import { expect } from 'chai';
import type { Knex } from 'knex';
import { migrate, rollback } from '../../migrations/index.ts';
import { createTestDatabase, query, type TestDatabase } from '../support/databases.ts';
import { waitForRow } from '../support/wait-for.ts';
import { archiveNames as names, archiveRows, createArchive } from './archive-host.ts';
import { snapshot } from './catalogue-snapshot.ts';
import { killingKnex } from './killing-knex.ts';

describe('a migration that is killed', () => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await createTestDatabase({ migrated: false });
    await createArchive(database);
  });
  afterEach(() => database.drop());

  /** Does it again and again, killed before each of its statements in turn, until one gets through. */
  async function killEverywhere(work: (knex: Knex) => Promise<unknown>): Promise<string[]> {
    const killed = new Set<string>();
    for (;;) {
      const before = killed.size;
      const knex = killingKnex(database, killed);
      const failure: unknown = await work(knex).then(
        () => undefined,
        (error: unknown) => error,
      );
      await knex.destroy();
      if (killed.size === before) {
        expect(failure).to.equal(undefined);
        return [...killed];
      }
      expect(failure, [...killed].at(-1)).to.be.instanceOf(Error);
    }
  }

  const isLabels = (line: string): boolean => line.startsWith('type ');

  it('is finished by the next, whichever statement it came to, and so is its way back', async function () {
    this.timeout(180_000);
    const host = await snapshot(database);
    const rows = await archiveRows(database);
    await migrate(database.knex, { names });
    const whole = await snapshot(database);
    await rollback(database.knex, { names });

    const up = await killEverywhere((knex) => migrate(knex, { names }));
    for (const statement of ['ADD COLUMN', 'INDEX CONCURRENTLY', 'NOT VALID', 'VALIDATE', 'COMMIT of', 'INSERT INTO']) {
      expect(up.join('\n')).to.include(statement);
    }
    expect((await snapshot(database)).filter((line) => !isLabels(line))).to.deep.equal(
      whole.filter((line) => !isLabels(line)),
    );
    expect(await migrate(database.knex, { names })).to.deep.equal([]);

    const down = await killEverywhere((knex) => rollback(knex, { names }));
    for (const statement of ['DROP COLUMN', 'DROP INDEX CONCURRENTLY', 'DROP CONSTRAINT', 'DROP TABLE', 'COMMIT of']) {
      expect(down.join('\n')).to.include(statement);
    }
    expect((await snapshot(database)).filter((line) => !isLabels(line))).to.deep.equal(
      host.filter((line) => !isLabels(line)),
    );
    expect(await archiveRows(database)).to.deep.equal(rows);
  });

  it('leaves an index that is not valid, and the next one makes it anew', async () => {
    // CREATE INDEX CONCURRENTLY waits for every snapshot that is older than its own.
    const old = await database.plain.transaction({ isolationLevel: 'repeatable read' });
    await old.raw('SELECT 1');
    const killed = migrate(database.knex, { names }).catch((error: unknown) => error);
    const { pid } = await waitForRow<{ pid: number }>(
      database,
      `SELECT pid FROM pg_stat_activity WHERE query LIKE 'CREATE%INDEX CONCURRENTLY%' AND wait_event_type = 'Lock'
        AND datname = current_database()`,
    );
    await query(database, 'SELECT pg_terminate_backend(?)', [pid]);
    expect(await killed).to.be.instanceOf(Error);
    await old.rollback();
    const invalid = (await snapshot(database)).filter((line) => line.endsWith('valid=f'));
    expect(invalid).to.have.length(1);
    await migrate(database.knex, { names });
    const after = await snapshot(database);
    expect(after.filter((line) => line.endsWith('valid=f'))).to.deep.equal([]);
    expect(after).to.include(invalid[0]!.replace('valid=f', 'valid=t'));
  });
});
