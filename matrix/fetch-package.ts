import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Install } from './cell.ts';

const run = promisify(execFile);
const minutes = 60_000;

/** Where a package was installed: its own folder, and the one beside it that has its dependencies too. */
export interface Fetched {
  readonly directory: string;
  readonly modules: string;
}

/**
 * Installs a package into a folder of its own in the cache, once. No script of it is run: what is fetched here needs none.
 * Throws an error with npm's reason when it cannot be had.
 */
export async function fetchPackage({ name, version }: Install, cache: string): Promise<Fetched> {
  const home = join(cache, `${name.replace('/', '+')}@${version}`);
  if (!existsSync(home)) await install(`${name}@${version}`, home);
  const modules = join(home, 'node_modules');
  return { directory: join(modules, name), modules };
}

/** Made aside and renamed into place, so that a killed attempt leaves no half package. */
async function install(wanted: string, home: string): Promise<void> {
  const draft = `${home}.${process.pid}`;
  mkdirSync(draft, { recursive: true });
  const words = ['install', '--prefix', draft, '--ignore-scripts', '--no-audit', '--no-fund', '--save-exact', wanted];
  try {
    await run('npm', words, { cwd: draft, timeout: 10 * minutes });
    renameSync(draft, home);
  } catch (error) {
    throw new Error(reasonOf(error), { cause: error });
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/** What npm said: its code and its first sentence. */
function reasonOf(error: unknown): string {
  const { stderr = '', message } = error as { stderr?: string; message: string };
  const said = [...stderr.matchAll(/^npm error (.+)$/gm)].map(([, text = '']) => text);
  return said.length === 0 ? message : said.slice(0, 2).join(': ');
}
