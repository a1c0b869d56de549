import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { compileIn, packPackage, type Packed, runIn } from './packed.ts';

const entries = [
  'worker-schedules',
  'worker-schedules/koa',
  'worker-schedules/client',
  'worker-schedules/migrations',
] as const;

/** What a host imports most, of each entry. */
const needed = {
  'worker-schedules': ['defineCatalogue', 'saveSchedule', 'startScheduler', 'enqueueRun', 'claimNextRun', 'parseCron'],
  'worker-schedules/koa': ['scheduleRouter'],
  'worker-schedules/client': ['createScheduleClient', 'isScheduleClientError', 'ScheduleClientError'],
  'worker-schedules/migrations': ['migrate', 'rollback', 'migrationSource'],
};

describe('the packed package', function () {
  this.timeout(60_000);
  let packed: Packed;
  let host: string;
  before(async () => {
    packed = await packPackage();
    const { dependencies, peerDependencies } = packed.manifest;
    host = packed.project([...Object.keys(dependencies), ...Object.keys(peerDependencies)]);
  });
  after(() => packed.remove());

  it('holds what is built and nothing of the sources, tests and data', () => {
    const others = packed.files.filter((file) => !/^dist\/(lib|routes|migrations)\/.+\.(js|d\.ts|js\.map)$/.test(file));
    const allowed = ['package.json', 'README.md', 'LICENSE', 'CHANGELOG.md'];
    expect(others.filter((file) => !allowed.includes(file) && !file.startsWith('dist/'))).to.deep.equal([]);
    expect(others).to.include.members(['package.json', 'LICENSE']);
  });

  it('holds every file that its exports name, with types first', () => {
    for (const [entry, target] of Object.entries(packed.manifest.exports)) {
      const paths = typeof target === 'string' ? [target] : Object.values(target);
      for (const path of paths) expect(packed.files, entry).to.include(path.replace('./', ''));
      if (typeof target !== 'string') expect(Object.keys(target)).to.deep.equal(['types', 'default']);
    }
    const paths = ['.', './koa', './client', './migrations', './package.json'];
    expect(Object.keys(packed.manifest.exports)).to.have.members(paths);
  });

  it('imports nothing but its dependencies and peers', () => {
    const { dependencies } = packed.manifest;
    for (const file of packed.files.filter((path) => path.endsWith('.js'))) {
      const text = readFileSync(join(host, 'node_modules', 'worker-schedules', file), 'utf8');
      for (const [, name] of text.matchAll(/^(?:import|export)\b[^'"\n]*?\bfrom '([^'.][^']*)'/gm)) {
        const [from = ''] = name!.split('/');
        expect(isBuiltin(name!) || from === 'knex' || Object.hasOwn(dependencies, from), `${file}: ${name}`).to.equal(
          true,
        );
      }
    }
  });

  it('loads by import, and its process ends by itself', async () => {
    const printed = await runIn(
      host,
      'import.mjs',
      `import { createRequire } from 'node:module';
       const all = {};
       for (const entry of ${JSON.stringify(entries)}) all[entry] = Object.keys(await import(entry));
       const { version } = createRequire(import.meta.url)('worker-schedules/package.json');
       console.log(JSON.stringify({ all, version }));`,
    );
    const { all, version } = JSON.parse(printed) as { all: Record<string, string[]>; version: string };
    for (const entry of entries) expect(all[entry]).to.include.members(needed[entry]);
    expect(version).to.equal(packed.manifest.version);
  });

  it('loads by require, as one copy with what import gives', async () => {
    const printed = await runIn(
      host,
      'require.cjs',
      `const entries = ${JSON.stringify(entries)};
       const required = entries.map((entry) => require(entry));
       Promise.all(entries.map((entry) => import(entry))).then((imported) => {
         const same = required.every((module, n) => Object.keys(imported[n]).every((key) => module[key] === imported[n][key]));
         console.log(JSON.stringify({ same, names: required.map((module) => Object.keys(module)) }));
       });`,
    );
    const { same, names } = JSON.parse(printed) as { same: boolean; names: string[][] };
    expect(same).to.equal(true);
    entries.forEach((entry, n) => expect(names[n]).to.include.members(needed[entry]));
  });

  it('loads its client where of all packages only zod is there', async () => {
    const printed = await runIn(
      packed.project(['zod']),
      'client.mjs',
      `import { createScheduleClient } from 'worker-schedules/client';
       const fetch = async (url) => new Response('{"items":[]}', { headers: { 'content-type': 'application/json', etag: url } });
       const client = createScheduleClient({ baseUrl: './jobs/', fetch });
       console.log(JSON.stringify(await client.listWorkers()));`,
    );
    expect(JSON.parse(printed)).to.deep.equal({ status: 200, etag: './jobs/', body: { items: [] } });
  });

  it('keeps its inner files to itself', async () => {
    const printed = await runIn(
      host,
      'inner.mjs',
      `const paths = ['worker-schedules/dist/lib/index.js', 'worker-schedules/lib/errors.js', 'worker-schedules/dist/'];
       const codes = await Promise.all(paths.map((path) => import(path).then(() => 'loaded', (error) => error.code)));
       console.log(codes.join());`,
    );
    expect(printed.trim()).to.equal(Array(3).fill('ERR_PACKAGE_PATH_NOT_EXPORTED').join());
  });

  describe('compiled by a host without zod, Express and Koa', () => {
    const settings = { target: 'es2022', lib: ['es2022'], strict: true, noEmit: true, types: ['node'] };
    const compiled = new Map<string, Promise<string>>();
    before(() => {
      const source = readFileSync(join(import.meta.dirname, 'host-source.txt'), 'utf8');
      for (const [setting, module, file] of [
        ['nodenext', 'nodenext', 'main.mts'],
        ['nodenext as CommonJS', 'nodenext', 'main.cts'],
        ['bundler', 'esnext', 'main.mts'],
      ] as const) {
        const bare = packed.project(['knex', '@types/node']);
        const moduleResolution = setting.split(' ')[0];
        const options = { ...settings, skipLibCheck: false, module, moduleResolution };
        compiled.set(setting, compileIn(bare, options, source, file));
      }
    });

    it('has types of the client that are whole and right in a page, without those of Node.js', async () => {
      const source = readFileSync(join(import.meta.dirname, 'panel-source.txt'), 'utf8');
      const inPage = { types: [], lib: ['es2022', 'dom'], exactOptionalPropertyTypes: true };
      const checked = { skipLibCheck: false, skipDefaultLibCheck: true };
      const options = { ...settings, ...inPage, ...checked, module: 'esnext', moduleResolution: 'bundler' };
      expect(await compileIn(packed.project([]), options, source)).to.equal('');
    });

    for (const setting of ['nodenext', 'nodenext as CommonJS', 'bundler']) {
      it(`has types that are whole and right under ${setting}`, async () => {
        expect(await compiled.get(setting)).to.equal('');
      });
    }
  });
});
