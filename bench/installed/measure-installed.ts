import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { peerSpec } from '../contenders/peers.ts';
import type { Row } from '../report/row.ts';
import type { Section } from '../report/section.ts';
import { type FolderSize, folderSize } from './folder-size.ts';

/** What npm brings along. It needs the registry, so the short form does without. */
export const installed: Section = {
  name: 'installed',
  title: 'What is installed',
  peers: ['graphile-worker', 'pg-boss'],
  isLong: true,
  measure: () => Promise.resolve(measureInstalled()),
};

const root = join(import.meta.dirname, '..', '..');

function measureInstalled(): Row[] {
  const folder = mkdtempSync(join(tmpdir(), 'worker-schedules-installed-'));
  try {
    const tarball = pack(folder);
    const sizes: readonly (readonly [contender: string, size: FolderSize])[] = [
      ['worker-schedules', install(folder, [tarball, '--legacy-peer-deps'])],
      ['worker-schedules, knex and pg', install(folder, [tarball, 'knex@3', 'pg@8'])],
      ['graphile-worker', install(folder, [peerSpec('graphile-worker')])],
      ['pg-boss', install(folder, [peerSpec('pg-boss')])],
    ];
    const row = (what: string, unit: string, sizeOf: (size: FolderSize) => number): Row => ({
      ...{ what, unit, better: 'less', targets: [] },
      values: sizes.map(([contender, size]) => ({ contender, value: sizeOf(size) })),
    });
    return [
      row('node_modules, number', 'packages', ({ packages }) => packages),
      row('node_modules, size', 'MB', ({ bytes }) => bytes / 1e6),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Packs what would be published; npm builds it first. */
function pack(folder: string): string {
  const answer = run(root, ['pack', '--json', '--pack-destination', folder]);
  // What the build prints stands before it.
  const [{ filename } = { filename: '' }] = JSON.parse(answer.slice(answer.lastIndexOf('\n[') + 1)) as {
    readonly filename: string;
  }[];
  return join(folder, filename);
}

/** Installs into an empty folder of its own, and weighs it. */
function install(folder: string, what: readonly string[]): FolderSize {
  const own = mkdtempSync(join(folder, 'host-'));
  writeFileSync(join(own, 'package.json'), '{ "private": true }');
  run(own, ['install', '--no-audit', '--no-fund', '--silent', ...what]);
  return folderSize(own);
}

/** What npm answers; what it says on the way is shown only when it fails. */
function run(folder: string, words: readonly string[]): string {
  return execFileSync('npm', words, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}
