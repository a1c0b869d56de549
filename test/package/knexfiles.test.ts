import { expect } from 'chai';
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { stepNames } from '../migrations/step-names.ts';
import { createTestDatabase, query, type TestDatabase } from '../support/databases.ts';
import { packPackage, type Packed } from './packed.ts';

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '..', '..');
const CONFIG = `{
  client: 'pg',
  connection: process.env.DATABASE_URL,
  migrations: { migrationSource: migrationSource(), tableName: 'ours' },
}`;
const AS_MODULE = `import { migrationSource } from 'worker-schedules/migrations';\nexport default ${CONFIG};\n`;
const TYPED = `import { migrationSource } from 'worker-schedules/migrations';
import type { Knex } from 'knex';
const config: Knex.Config = ${CONFIG};
export default config;\n`;

/** What a host writes, and in which form its production runs it. */
const FORMS: Readonly<Record<string, string>> = {
  'knexfile.cjs': `const { migrationSource } = require('worker-schedules/migrations');\nmodule.exports = ${CONFIG};\n`,
  'knexfile.mjs': AS_MODULE,
  'typed/knexfile.ts': TYPED,
  'built/cjs/knexfile.js': '',
  'built/esm/knexfile.js': '',
};

/** A host's own migration among its others, for a team that wants one list. */
const OWN_MIGRATION = `const { migrate, rollback } = require('worker-schedules/migrations');
exports.config = { transaction: false };
exports.up = (knex) => migrate(knex);
exports.down = (knex) => rollback(knex);\n`;
const OWN_KNEXFILE = `module.exports = {
  client: 'pg', connection: process.env.DATABASE_URL, migrations: { directory: './own', loadExtensions: ['.cjs'] },
};\n`;

describe("the migrations in a host's knexfile, run by knex's own command", function () {
  this.timeout(120_000);
  let packed: Packed;
  let project: string;
  let database: TestDatabase;

  const knexCommand = async (knexfile: string, ...words: string[]): Promise<string> => {
    const args = [join(project, 'node_modules', '.bin', 'knex'), ...words, '--knexfile', knexfile];
    const loader = knexfile.endsWith('.ts') ? ['--import', import.meta.resolve('ts-blank-space/register')] : [];
    const env = { ...process.env, DATABASE_URL: database.url, NODE_OPTIONS: loader.join(' ') };
    const { stdout, stderr } = await run(process.execPath, args, { cwd: project, env, timeout: 60_000 });
    return stdout + stderr;
  };
  const compile = async (module: 'cjs' | 'esm'): Promise<void> => {
    const folder = join(project, 'built', module);
    const settings = ['--target', 'es2022', '--skipLibCheck', '--types', 'node', '--module', 'nodenext'];
    const tsc = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
    await run('mkdir', ['-p', folder]);
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: module === 'cjs' ? 'commonjs' : 'module' }));
    writeFileSync(join(folder, 'knexfile.ts'), TYPED);
    await run(process.execPath, [tsc, ...settings, join(folder, 'knexfile.ts')], { cwd: folder });
    await run('rm', [join(folder, 'knexfile.ts')]);
  };

  before(async () => {
    database = await createTestDatabase({ migrated: false, defaultNames: true });
    packed = await packPackage();
    project = packed.project(['zod', 'luxon', 'cron-parser', 'knex', 'pg', '@types/node']);
    await run('mkdir', ['-p', join(project, 'typed'), join(project, 'own')]);
    writeFileSync(join(project, 'typed', 'package.json'), '{ "type": "module" }');
    for (const [file, text] of Object.entries(FORMS)) if (text !== '') writeFileSync(join(project, file), text);
    await compile('cjs');
    await compile('esm');
  });
  after(async () => {
    packed.remove();
    await database.drop();
  });

  for (const [first, others] of [
    ['typed/knexfile.ts', Object.keys(FORMS)],
    ['built/cjs/knexfile.js', ['typed/knexfile.ts']],
  ] as const) {
    it(`are the same ones for every form of it, when ${first} has run them`, async () => {
      expect(await knexCommand(first, 'migrate:latest')).to.match(/^Batch 1 run: /m);
      for (const other of others) {
        expect(await knexCommand(other, 'migrate:latest'), other).to.contain('Already up to date');
      }
      const names = await query(database, 'SELECT name FROM ours ORDER BY id');
      expect(names).to.deep.equal(stepNames.map((name) => ({ name })));
      await knexCommand(first, 'migrate:rollback', '--all');
      const ledger = await query(database, `SELECT to_regclass('worker_runs')::text AS ledger`);
      expect(ledger).to.deep.equal([{ ledger: null }]);
    });
  }

  it("are one step of the host's own list, when a migration of its calls migrate", async () => {
    writeFileSync(join(project, 'own', '20260101_worker_schedules.cjs'), OWN_MIGRATION);
    writeFileSync(join(project, 'own-knexfile.cjs'), OWN_KNEXFILE);
    expect(await knexCommand('own-knexfile.cjs', 'migrate:latest')).to.match(/^Batch 1 run: 1 migrations$/m);
    expect(await query(database, `SELECT to_regclass('worker_schedules')::text AS name`)).to.deep.equal([
      { name: 'worker_schedules' },
    ]);
    await knexCommand('own-knexfile.cjs', 'migrate:rollback');
    expect(await query(database, `SELECT to_regclass('worker_schedules')::text AS name`)).to.deep.equal([
      { name: null },
    ]);
  });
});
