import { expect } from 'chai';
import { execFile } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { packPackage, type Packed } from './packed.ts';

const run = promisify(execFile);
/** Only the matrix has it. */
const JEST = join(import.meta.dirname, '..', '..', 'node_modules', 'jest', 'bin', 'jest.js');

const BODY = `test('has a router, a scheduler and migrations', () => {
  const catalogue = defineCatalogue({ greeter: { label: 'Greeter', request: z.object({ name: z.string() }) } });
  expect(Object.keys(catalogue.workers)).toEqual(['greeter']);
  for (const part of [scheduleRouter, startScheduler, migrate, koa.scheduleRouter]) expect(typeof part).toBe('function');
});\n`;
const AS_MODULE = `import { defineCatalogue, scheduleRouter, startScheduler } from 'worker-schedules';
import { migrate } from 'worker-schedules/migrations';
import * as koa from 'worker-schedules/koa';
import { z } from 'zod';\n${BODY}`;
const AS_COMMONJS = `const { defineCatalogue, scheduleRouter, startScheduler } = require('worker-schedules');
const { migrate } = require('worker-schedules/migrations');
const koa = require('worker-schedules/koa');
const { z } = require('zod');\n${BODY}`;

/** What babel-jest, ts-jest and @swc/jest do with a module. */
const TRANSFORM = `const ts = require('typescript');
exports.process = (source) => ({
  code: ts.transpileModule(source, { compilerOptions: { module: 'commonjs', target: 'es2022' } }).outputText,
});\n`;
const PATTERN = 'node_modules/(?!worker-schedules/)';

describe('the package under Jest', function () {
  this.timeout(120_000);
  let packed: Packed | undefined;
  let project: string;
  before(async function () {
    if (!existsSync(JEST)) this.skip();
    packed = await packPackage();
    project = packed.project(['zod', 'luxon', 'cron-parser', 'knex', 'pg', 'typescript']);
    writeFileSync(join(project, 'module.test.mjs'), AS_MODULE);
    writeFileSync(join(project, 'commonjs.test.cjs'), AS_COMMONJS);
    writeFileSync(join(project, 'transform.cjs'), TRANSFORM);
  });
  after(() => packed?.remove());

  const jest = async (file: string, config: object, nodeOptions = ''): Promise<string> => {
    const settings = JSON.stringify({
      testMatch: [`**/${file}`],
      moduleFileExtensions: ['js', 'mjs', 'cjs'],
      ...config,
    });
    const env = { ...process.env, NODE_OPTIONS: nodeOptions };
    const options = { cwd: project, env, timeout: 100_000 };
    return (await run(process.execPath, [JEST, '--no-cache', '--config', settings], options)).stderr;
  };

  it('loads in tests that are ES modules under Jest with its VM modules', async () => {
    const said = await jest('module.test.mjs', { transform: {} }, '--experimental-vm-modules');
    expect(said).to.match(/Tests: +1 passed, 1 total/);
  });

  it('loads in tests of CommonJS under Jest that transforms it', async () => {
    const transform = { '\\.[cm]?js$': join(project, 'transform.cjs') };
    const said = await jest('commonjs.test.cjs', { transform, transformIgnorePatterns: [PATTERN] });
    expect(said).to.match(/Tests: +1 passed, 1 total/);
  });

  it('is loaded under Jest by the pattern that the guide shows', async () => {
    const { readGuide } = await import('../docs/guide.ts');
    expect(readGuide('adopting.md').text).to.contain(`transformIgnorePatterns: ['${PATTERN}']`);
  });
});
