import { expect } from 'chai';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Ending } from '../../cli/run-command.ts';
import { runCommand } from '../../cli/run-command.ts';
import { stepNames } from '../migrations/step-names.ts';
import { createTestDatabase, query, type TestDatabase } from '../support/databases.ts';
import { createTestRole, type TestRole } from '../support/roles.ts';

interface Finding {
  readonly check: string;
  readonly level: string;
  readonly message: string;
}

describe('the command', () => {
  let database: TestDatabase;
  let role: TestRole;
  let folder: string;
  before(async () => {
    database = await createTestDatabase({ migrated: false, defaultNames: true });
    role = await createTestRole(database, 'limited');
    folder = mkdtempSync(join(tmpdir(), 'cli-'));
  });
  after(async () => {
    rmSync(folder, { recursive: true, force: true });
    await database.drop();
    await role.drop();
  });

  const cli = (...words: string[]): Promise<Ending> => runCommand([...words, '--url', database.url]);
  const asJson = async <T>(...words: string[]): Promise<T> => JSON.parse((await cli(...words, '--json')).out) as T;
  const findings = async (...words: string[]): Promise<Finding[]> =>
    (await asJson<{ findings: Finding[] }>('doctor', ...words)).findings;
  const of = (found: readonly Finding[], check: string): string =>
    found
      .filter((one) => one.check === check)
      .map(({ level, message }) => `${level}: ${message}`)
      .join('\n');

  describe('on a database that is not migrated', () => {
    it('status says what is missing, with code 3', async () => {
      const { out, exitCode } = await cli('status');
      expect(exitCode).to.equal(3);
      expect(out)
        .to.match(/^Database {4}PostgreSQL \d+/)
        .and.contain('missing: type worker_run_status');
      expect(out.trim().split('\n')).to.have.length(2);
    });

    it('doctor names every table, and goes on with what can be looked at', async () => {
      expect((await cli('doctor')).exitCode).to.equal(3);
      const found = await findings();
      expect(of(found, 'schema')).to.match(/^fault: missing: table worker_runs, .*table worker_runners/);
      expect(of(found, 'connection')).to.match(/^ok: direct/);
      expect(of(found, 'scheduler')).to.match(/^fault: cannot be looked at: .*worker_scheduler_state.*SQLSTATE 42P01/);
    });

    it('migrate applies every step once, and rollback undoes them', async () => {
      expect(await asJson('migrate')).to.deep.equal({ applied: stepNames });
      expect((await cli('migrate')).out).to.equal('Nothing to do: the database has all that is needed.\n');
      expect(await asJson('rollback', '--yes')).to.deep.equal({ undone: [...stepNames].reverse() });
      expect((await cli('rollback')).out).to.equal('Nothing to undo.\n');
      expect(await query(database, `SELECT 1 FROM pg_tables WHERE schemaname = 'public'`)).to.deep.equal([]);
    });

    it('migrate refuses what is no ledger, in one line with the code, and changes nothing', async () => {
      await query(database, 'CREATE TABLE worker_runs (id int)');
      const { out, err, exitCode } = await cli('migrate');
      expect([out, exitCode]).to.deep.equal(['', 1]);
      expect(err).to.match(/^worker-schedules: migration_refused: .+\n$/);
      expect(err.trim().split('\n')).to.have.length(1);
      await query(database, 'DROP TABLE worker_runs');
    });
  });

  describe('on a database that is migrated', () => {
    before(() => cli('migrate'));

    it('an install with names of its own is another', async () => {
      const names = { schema: 'other "one"', runs: { table: 'Läufe' } };
      const file = join(folder, 'names.json');
      writeFileSync(file, JSON.stringify(names));
      await query(database, `CREATE SCHEMA "other ""one"""`);
      expect((await cli('status', '--names', file)).exitCode).to.equal(3);
      expect(await asJson('migrate', '--names', file)).to.deep.equal({ applied: stepNames });
      expect((await cli('status', '--names', file)).out).to.contain('Migrations  complete');
      await asJson('rollback', '--names', file);
      expect((await cli('status')).out).to.contain('Migrations  complete');
    });

    it('names that are not legal are refused by their path', async () => {
      const file = join(folder, 'bad-names.json');
      writeFileSync(file, '{ "schemas": "x" }');
      const { err, exitCode } = await cli('status', '--names', file);
      expect(exitCode).to.equal(1);
      expect(err).to.match(/^worker-schedules: invalid_options: names\.schemas is not known/);
      writeFileSync(file, '[]');
      expect((await cli('status', '--names', file)).exitCode).to.equal(2);
    });
  });

  it('says in one line that the database is away, that a password is wrong, or that there is none of its name', async () => {
    const wrong = new URL(role.url);
    wrong.username = 'nobody-here';
    wrong.password = 'wrong-secret';
    const missing = new URL(database.url);
    missing.pathname = '/no_such_database';
    for (const [url, says] of [
      ['postgres://x:secret@127.0.0.1:1/x', /database_unavailable: .*ECONNREFUSED/],
      [wrong.href, /nobody-here/],
      [missing.href, /database "no_such_database" does not exist/],
    ] as const) {
      for (const command of ['migrate', 'status', 'doctor']) {
        const { out, err, exitCode } = await runCommand([command, '--url', url]);
        expect([out, exitCode], err).to.deep.equal(['', 1]);
        expect(err)
          .to.match(/^worker-schedules: [^\n]+\n$/)
          .and.match(says);
        expect(err).to.not.match(/secret|SELECT| at .*:\d+/);
      }
    }
  });
});
