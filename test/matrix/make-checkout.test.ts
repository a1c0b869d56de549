import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { makeCheckout, removeCheckout } from '../../matrix/make-checkout.ts';

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/** A module that gives its version and what it sees of another. */
function writeModule(modules: string, name: string, version: string, sees = 'null'): void {
  write(join(modules, name, 'package.json'), JSON.stringify({ name, version }));
  write(join(modules, name, 'index.js'), `module.exports = { version: '${version}', sees: ${sees} };`);
}

interface Loaded {
  readonly version: string;
  readonly sees: Loaded | null;
}

describe('a checkout for a cell', () => {
  let place: string;
  let root: string;
  let checkout: string | undefined;

  beforeEach(() => {
    place = mkdtempSync(join(tmpdir(), 'matrix-'));
    root = join(place, 'root');
    for (const path of ['lib/kept.ts', 'lib/new.ts', '.gitignore', 'dist/built.js']) write(join(root, path), path);
    write(join(root, '.gitignore'), 'node_modules/\ndist/\n*.log\n');
    write(join(root, 'a.log'), 'ignored');
    execFileSync('git', ['init', '-q'], { cwd: root });
    execFileSync('git', ['add', 'lib/kept.ts'], { cwd: root });
    const modules = join(root, 'node_modules');
    writeModule(modules, 'knex', '3.3.0', `require('tarn')`);
    writeModule(modules, 'pg', '8.23.0');
    writeModule(modules, 'tarn', '3.1.0');
  });
  afterEach(() => {
    if (checkout !== undefined) removeCheckout(checkout);
    rmSync(place, { recursive: true });
  });

  const load = (name: string): Loaded => createRequire(join(checkout ?? '', 'lib', 'kept.ts'))(name) as Loaded;

  it('has what git knows or would add and what is built, and leaves the original alone', () => {
    checkout = makeCheckout(root, new Map());
    for (const path of ['lib/kept.ts', 'lib/new.ts', 'dist/built.js']) {
      expect(readFileSync(join(checkout, path), 'utf8')).to.equal(path);
    }
    expect(() => readFileSync(join(checkout ?? '', 'a.log'))).to.throw(/ENOENT/);
    writeFileSync(join(checkout, 'lib', 'kept.ts'), 'changed');
    removeCheckout(checkout);
    expect(readFileSync(join(root, 'lib', 'kept.ts'), 'utf8')).to.equal('lib/kept.ts');
    expect(load.bind(undefined, 'knex')).to.throw(/Cannot find module/);
  });

  it('has another version of a module with its own dependencies, and everything else as it was', () => {
    const modules = join(place, 'fetched', 'node_modules');
    writeModule(modules, 'knex', '3.1.0', `{ ...require('tarn'), pg: require('pg') }`);
    writeModule(modules, 'tarn', '3.0.2');
    checkout = makeCheckout(root, new Map([['knex', { modules, directory: join(modules, 'knex') }]]));
    expect(load('knex')).to.deep.equal({
      version: '3.1.0',
      sees: { version: '3.0.2', sees: null, pg: { version: '8.23.0', sees: null } },
    });
    expect(load('tarn').version).to.equal('3.1.0');
    expect(createRequire(join(root, 'lib', 'kept.ts'))('knex')).to.include({ version: '3.3.0' });
  });

  it('loads another pg from the same knex', () => {
    const modules = join(place, 'fetched', 'node_modules');
    writeModule(modules, 'pg', '8.11.0');
    writeModule(join(root, 'node_modules'), 'knex', '3.3.0', `require('pg')`);
    checkout = makeCheckout(root, new Map([['pg', { modules, directory: join(modules, 'pg') }]]));
    expect(load('knex')).to.deep.equal({ version: '3.3.0', sees: { version: '8.11.0', sees: null } });
  });
});
