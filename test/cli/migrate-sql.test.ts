import { expect } from 'chai';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { runCommand } from '../../cli/run-command.ts';
import { checkSchema } from '../../lib/database/check-schema.ts';
import { type NamesInput, resolveNames } from '../../lib/database/names.ts';
import { migrate, rollback } from '../../migrations/index.ts';
import { archiveNames, archiveRows, createArchive } from '../migrations/archive-host.ts';
import { snapshot } from '../migrations/catalogue-snapshot.ts';
import { createTestDatabase, query, type TestDatabase } from '../support/databases.ts';
import { createTestRole } from '../support/roles.ts';

const PSQL = spawnSync('psql', ['--version']).status === 0;

/** What the test run itself was given says nothing to the command. */
async function withoutGivenUrl<T>(work: () => Promise<T>): Promise<T> {
  const given = process.env['DATABASE_URL'];
  delete process.env['DATABASE_URL'];
  try {
    return await work();
  } finally {
    if (given !== undefined) process.env['DATABASE_URL'] = given;
  }
}

describe('migrate --sql', function () {
  this.timeout(60_000);
  let database: TestDatabase;
  let folder: string;
  beforeEach(async () => {
    database = await createTestDatabase({ migrated: false });
    folder = mkdtempSync(join(tmpdir(), 'migrate-sql-'));
  });
  afterEach(async () => {
    rmSync(folder, { recursive: true, force: true });
    await database.drop();
  });

  async function print(names: NamesInput, url?: string): Promise<string> {
    const file = join(folder, 'names.json');
    writeFileSync(file, JSON.stringify(names));
    const words = ['migrate', '--sql', '--names', file, ...(url === undefined ? [] : ['--url', url])];
    const { out, err, exitCode } = await withoutGivenUrl(() => runCommand(words));
    expect([err, exitCode]).to.deep.equal(['', 0]);
    return out;
  }

  /** As a DBA runs it: by psql where there is one, else statement by statement as psql sends them. */
  async function execute(sql: string): Promise<void> {
    if (PSQL) {
      const args = ['-X', '-v', 'ON_ERROR_STOP=1', '-q', '-d', database.url];
      const { status, stderr } = spawnSync('psql', args, { input: sql, encoding: 'utf8' });
      expect(status, stderr).to.equal(0);
      return;
    }
    const client = new Client({ connectionString: database.url });
    await client.connect();
    try {
      for (const statement of sql.split(/;\n\n/)) await client.query(statement);
    } finally {
      await client.end();
    }
  }

  for (const names of [{}, { schema: `o'brien's "jobs"`, runs: { table: 'Läufe?', columns: { error: 'a\\b?' } } }]) {
    it(`makes on an empty database what migrate makes: ${JSON.stringify(names)}`, async () => {
      await execute(await print(names));
      for (const part of ['api', 'scheduler', 'runner'] as const) {
        await checkSchema(database.knex, resolveNames(names), part);
      }
      expect(await migrate(database.knex, { names })).to.deep.equal([]);
      const bySql = await snapshot(database);
      await rollback(database.knex, { names });
      await migrate(database.knex, { names });
      expect(await snapshot(database)).to.deep.equal(bySql);
    });
  }

  it("adds to a host's own ledger what it lacks, without stopping anybody, and can be undone", async () => {
    await createArchive(database, { id: 'bigint', labels: 'text' });
    const rows = await archiveRows(database);
    const before = await snapshot(database);
    const sql = await print(archiveNames, database.url);
    expect(sql).to.contain('CREATE INDEX CONCURRENTLY').and.contain('NOT VALID').and.contain('SET LOCAL lock_timeout');
    expect(await snapshot(database)).to.deep.equal(before);
    await execute(sql);
    expect(await migrate(database.knex, { names: archiveNames })).to.deep.equal([]);
    expect(await print(archiveNames, database.url)).to.match(/^-- Nothing to do/);
    expect(await archiveRows(database)).to.deep.equal(rows);
    await rollback(database.knex, { names: archiveNames });
    expect(await snapshot(database)).to.deep.equal(before);
  });

  it('goes on where an interrupted run has ended', async () => {
    await createArchive(database);
    const whole = (await print(archiveNames, database.url)).split(/;\n\n/);
    const half = whole.findIndex((statement) => statement.startsWith('CREATE INDEX CONCURRENTLY'));
    await execute(`${whole.slice(0, half).join(';\n\n')};`);
    const rest = await print(archiveNames, database.url);
    expect(rest).to.contain('CREATE INDEX CONCURRENTLY');
    expect(rest).to.not.contain('ADD COLUMN');
    await execute(rest);
    expect(await migrate(database.knex, { names: archiveNames })).to.deep.equal([]);
  });

  it('is printed for a role that may only read, since another runs it', async () => {
    await createArchive(database);
    const role = await createTestRole(database, 'reader');
    await query(database, `GRANT SELECT ON archive_worker_runs TO "${role.name}"`);
    expect(await print(archiveNames, role.url)).to.equal(await print(archiveNames, database.url));
    await database.drop();
    await role.drop();
  });

  it('refuses rows that no migration could take, with the statement that finds them', async () => {
    await createArchive(database);
    await query(database, 'DROP INDEX uq_worker_run_active');
    await query(
      database,
      `INSERT INTO archive_worker_runs (worker_name, status, trigger) VALUES ('ner', 'QUEUED', 'API')`,
    );
    const file = join(folder, 'names.json');
    writeFileSync(file, JSON.stringify(archiveNames));
    const { out, err, exitCode } = await runCommand(['migrate', '--sql', '--names', file, '--url', database.url]);
    expect([out, exitCode]).to.deep.equal(['', 1]);
    expect(err).to.match(/^worker-schedules: migration_refused: .*more than one queued or running row.*SELECT "id"/);
  });
});
