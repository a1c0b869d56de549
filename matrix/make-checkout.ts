import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Fetched } from './fetch-package.ts';

/** Which modules have another version in a checkout, by their names. */
export type Replaced = ReadonlyMap<string, Fetched>;

/** The host's modules. knex loads pg: were it a link, it would take the one beside the link's target. */
const copied = ['knex', 'pg'];

/**
 * Copies what git knows or would add, and what is built, to a place of its own: what is edited meanwhile does not mix in, and
 * node_modules, which other work goes on using, stays as it is. Modules are links into it, but for those of the host.
 */
export function makeCheckout(root: string, replaced: Replaced): string {
  const place = mkdtempSync(join(tmpdir(), 'worker-schedules-matrix-'));
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], { cwd: root, encoding: 'utf8' });
  for (const path of [...listed.split('\0').filter((path) => path !== ''), 'dist']) {
    if (existsSync(join(root, path))) cpSync(join(root, path), join(place, path), { recursive: true });
  }
  mkdirSync(join(place, 'node_modules'));
  const modules = readdirSync(join(root, 'node_modules')).filter(
    (name) => !['.cache', '.package-lock.json'].includes(name),
  );
  const placed = new Set([...copied, ...replaced.keys()]);
  for (const name of modules.filter((name) => !placed.has(name))) {
    symlinkSync(join(root, 'node_modules', name), join(place, 'node_modules', name));
  }
  for (const name of placed)
    placeModule(join(place, 'node_modules', name), join(root, 'node_modules', name), replaced.get(name));
  return place;
}

/** Puts a module in place; one of another version with its own dependencies inside it, where they come first. */
function placeModule(target: string, usual: string, fetched: Fetched | undefined): void {
  cpSync(realpathSync(fetched?.directory ?? usual), target, { recursive: true });
  if (fetched === undefined) return;
  const others = readdirSync(fetched.modules).filter((name) => !name.startsWith('.'));
  for (const name of others.filter((name) => join(fetched.modules, name) !== fetched.directory)) {
    const inner = join(target, 'node_modules', name);
    mkdirSync(dirname(inner), { recursive: true });
    if (!existsSync(inner)) cpSync(join(fetched.modules, name), inner, { recursive: true });
  }
}

/** Removes a checkout. */
export function removeCheckout(place: string): void {
  rmSync(place, { recursive: true, force: true });
}
