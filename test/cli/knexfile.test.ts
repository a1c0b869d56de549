import { expect } from 'chai';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadKnexfile } from '../../cli/load-knexfile.ts';
import { runCommand } from '../../cli/run-command.ts';
import { createTestDatabase, type TestDatabase } from '../support/databases.ts';

const LOADER = ['--import', import.meta.resolve('ts-blank-space/register')];
const MAIN = new URL('../../cli/main.ts', import.meta.url).pathname;

const good = `{ client: 'pg', connection: 'good' }`;
const other = `{ client: 'pg', connection: 'other' }`;

describe('a knexfile', () => {
  const cwd = process.cwd();
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'knexfile-'));
  });
  // The command takes the knexfile's directory for its own, as knex's does.
  afterEach(() => process.chdir(cwd));
  after(() => rmSync(folder, { recursive: true, force: true }));

  function write(file: string, text: string): string {
    const path = join(folder, file);
    writeFileSync(path, text);
    return path;
  }

  const forms: readonly (readonly [what: string, file: string, text: string])[] = [
    ['of CommonJS', 'plain.cjs', `module.exports = ${good};`],
    ['of CommonJS, compiled from an ES module', 'es.cjs', `exports.__esModule = true; exports.default = ${good};`],
    ['as an ES module', 'module.mjs', `export default ${good};`],
    ['that is a function', 'function.mjs', `export default async () => (${good});`],
    ['in TypeScript', 'typed.ts', `const config: { client: string } = ${good};\nexport default config;`],
    [
      'that counts on its own directory',
      'cwd.cjs',
      `module.exports = require(require('node:path').resolve('plain.cjs'));`,
    ],
  ];
  for (const [what, file, text] of forms) {
    it(`is taken ${what}`, async () => {
      write('plain.cjs', `module.exports = ${good};`);
      expect(await loadKnexfile(write(file, text), undefined)).to.deep.equal({ client: 'pg', connection: 'good' });
    });
  }

  it('is taken by environment: the one that is named, NODE_ENV, or development', async () => {
    const path = write('env.cjs', `module.exports = { development: ${other}, production: ${good}, live: ${good} };`);
    const connectionOf = async (env?: string): Promise<unknown> => (await loadKnexfile(path, env)).connection;
    const before = process.env['NODE_ENV'];
    try {
      for (const [nodeEnv, env, connection] of [
        ['', undefined, 'other'],
        ['production', undefined, 'good'],
        ['', 'live', 'good'],
        ['production', 'development', 'other'],
      ] as const) {
        process.env['NODE_ENV'] = nodeEnv;
        expect(await connectionOf(env)).to.equal(connection);
      }
    } finally {
      if (before === undefined) delete process.env['NODE_ENV'];
      else process.env['NODE_ENV'] = before;
    }
  });

  for (const [n, [text, says, ...words]] of (
    [
      ['module.exports = 5;', /gives no configuration/],
      [`module.exports = { client: 'mysql2' };`, /is for mysql2; PostgreSQL is needed/],
      [`throw new Error('not\\n today');`, /cannot be loaded: not today/],
      [`module.exports = { development: ${good} };`, /has no environment live/, '--env', 'live'],
      ['module.exports = {', /cannot be loaded: /],
    ] as const
  ).entries()) {
    it(`is refused with one sentence when it cannot be used: ${text.replaceAll('\n', ' ')}`, async () => {
      const path = write(`bad-${n}.cjs`, text);
      const { out, err, exitCode } = await runCommand(['status', '--knexfile', path, ...words]);
      expect([out, exitCode], err).to.deep.equal(['', 2]);
      expect(err)
        .to.match(/^worker-schedules: [^\n]+\n$/)
        .and.match(says);
    });
  }

  it('may leave behind what would keep a process: the command ends all the same', async () => {
    const database: TestDatabase = await createTestDatabase();
    const text = `setInterval(() => undefined, 1000); module.exports = { client: 'pg', connection: ${JSON.stringify(database.url)} };`;
    const args = [...LOADER, MAIN, 'status', '--knexfile', write('timer.cjs', text)];
    const ended = await new Promise<{ code: number | null; out: string; err: string }>((resolve) => {
      const child = execFile(process.execPath, args, { timeout: 50_000 }, (_error, out, err) => {
        resolve({ code: child.exitCode, out, err });
      });
    });
    await database.drop();
    expect([ended.code, ended.err]).to.deep.equal([0, '']);
    expect(ended.out).to.contain('Migrations  complete');
  }).timeout(60_000);
});
