import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { completePackage, copyOf } from '../../examples/embedded-postgres/server-binaries.ts';

describe('the binaries of the embedded server', () => {
  let home: string;
  let parent: string;

  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'package-'));
    parent = mkdtempSync(join(tmpdir(), 'copies-'));
    for (const folder of ['bin', 'lib']) mkdirSync(join(home, 'native', folder), { recursive: true });
    for (const program of ['initdb', 'postgres'])
      writeFileSync(join(home, 'native', 'bin', program), '', { mode: 0o600 });
    writeFileSync(join(home, 'native', 'lib', 'libpq.so.5.18'), 'library', { mode: 0o600 });
    writeFileSync(join(home, 'package.json'), '{ "version": "1.2.3" }');
    const links = [{ source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' }];
    writeFileSync(join(home, 'native', 'pg-symlinks.json'), JSON.stringify(links));
  });

  afterEach(() => {
    for (const path of [home, parent]) rmSync(path, { recursive: true, force: true });
  });

  it('get the links and modes that an install script would have made, however often it is asked for', () => {
    completePackage(home);
    completePackage(home);
    expect(readlinkSync(join(home, 'native', 'lib', 'libpq.so.5'))).to.equal('libpq.so.5.18');
    expect(statSync(join(home, 'native', 'bin', 'postgres')).mode & 0o777).to.equal(0o755);
  });

  it('are copied once, complete and readable for every account', () => {
    const copy = copyOf(home, parent);
    expect(readFileSync(join(copy, 'native', 'lib', 'libpq.so.5'), 'utf8')).to.equal('library');
    expect(lstatSync(join(copy, 'native', 'lib', 'libpq.so.5.18')).mode & 0o777).to.equal(0o644);
    expect(statSync(join(copy, 'native', 'bin', 'postgres')).mode & 0o777).to.equal(0o755);
    rmSync(home, { recursive: true });
    mkdirSync(home);
    writeFileSync(join(home, 'package.json'), '{ "version": "1.2.3" }');
    expect(copyOf(home, parent)).to.equal(copy);
  });
});
