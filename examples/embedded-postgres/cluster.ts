import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, mkdirSync, readFileSync, readlinkSync, realpathSync, renameSync } from 'node:fs';
import { rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ServerAccount } from './server-account.ts';
import type { ServerBinaries } from './server-binaries.ts';

/** A server that runs on a cluster, as its postmaster.pid tells. */
export interface Postmaster {
  readonly pid: number;
  readonly port: number;
  readonly status: string;
}

/** Kept inside the cluster, so that both appear in one rename. */
const passwordFile = 'superuser-password';

/** The password of the user `postgres`; on a machine with several users the loopback address alone protects nothing. */
export function readPassword(cluster: string): string {
  return readFileSync(join(cluster, passwordFile), 'utf8').trim();
}

/**
 * Makes the cluster unless it exists. It is made aside and renamed into place, so that a killed attempt leaves no half
 * cluster, and of two attempts at once one wins.
 */
export async function ensureCluster(cluster: string, binaries: ServerBinaries, account: ServerAccount): Promise<void> {
  if (existsSync(cluster)) {
    assertOwner(cluster, account);
    return;
  }
  const draft = `${cluster}.${process.pid}.${randomBytes(4).toString('hex')}`;
  const secret = `${draft}.password`;
  mkdirSync(draft, { mode: 0o700 });
  writeFileSync(secret, randomBytes(18).toString('base64url'), { mode: 0o600 });
  if (account.drop !== undefined) {
    for (const path of [draft, secret]) chownSync(path, account.drop.uid, account.drop.gid);
  }
  try {
    await runInitdb([binaries.initdb, '-D', draft, `--pwfile=${secret}`, ...initdbOptions(binaries.major)], account);
    renameSync(secret, join(draft, passwordFile));
    renameSync(draft, cluster);
  } catch (error) {
    if (!existsSync(cluster)) throw error;
  } finally {
    for (const path of [draft, secret]) rmSync(path, { recursive: true, force: true });
  }
}

/** C.UTF-8 sorts alike on every system; the built-in one needs no locale to be installed, and exists from 17 on. */
function initdbOptions(major: number): string[] {
  const options = ['-U', 'postgres', '--auth=scram-sha-256', '--encoding=UTF8'];
  // Stretching a random password buys nothing and slows every connection; it can be left out from 16 on.
  if (major >= 16) options.push('--set=scram_iterations=1');
  if (major < 17) return [...options, '--locale=C.UTF-8'];
  return [...options, '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
}

function assertOwner(cluster: string, account: ServerAccount): void {
  const owner = statSync(cluster).uid;
  if (owner === (account.drop?.uid ?? process.getuid?.())) return;
  throw new Error(`The cluster ${cluster} belongs to uid ${owner}: start as that user, or remove the data directory.`);
}

async function runInitdb(command: readonly string[], account: ServerAccount): Promise<void> {
  const child = spawnAs(account, command, ['ignore', 'pipe', 'pipe']);
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const code = await new Promise((done, failed) => child.once('error', failed).once('close', done));
  if (code !== 0) throw new Error(`initdb failed (${String(code)}):\n${said}`);
}

/** Spawns a command as the server's account, in a session of its own, with none of our environment but the path; initdb takes TZ for the server's zone. */
export function spawnAs(
  account: ServerAccount,
  command: readonly string[],
  stdio: (number | 'ignore' | 'pipe')[],
): ChildProcess {
  const [program = '', ...rest] = [...account.enter, ...command];
  const env = { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };
  return spawn(program, rest, { ...account.drop, cwd: '/', detached: true, env, stdio });
}

/** The server that runs on this cluster, if one does. */
export function findPostmaster(cluster: string): Postmaster | undefined {
  const found = readPidFile(cluster);
  return found !== undefined && isPostmasterOf(found.pid, cluster) ? found : undefined;
}

/**
 * Removes the postmaster.pid of a killed server whose pid another process has now: PostgreSQL would believe that
 * process to be the server and refuse to start. Every other stale file it handles itself.
 */
export function removeMisleadingPidFile(cluster: string): void {
  const found = readPidFile(cluster);
  if (found === undefined || !existsSync('/proc/self/cwd') || isPostmasterOf(found.pid, cluster)) return;
  if (existsSync(`/proc/${found.pid}`) && readPidFile(cluster)?.pid === found.pid) {
    rmSync(join(cluster, 'postmaster.pid'), { force: true });
  }
}

function readPidFile(cluster: string): Postmaster | undefined {
  let lines: string[];
  try {
    lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n');
  } catch {
    return undefined;
  }
  return { pid: Number(lines[0]), port: Number(lines[3]), status: (lines[7] ?? '').trim() };
}

/** A postmaster works in its data directory; where there is no /proc to see that, any process will have to do. */
function isPostmasterOf(pid: number, cluster: string): boolean {
  try {
    if (existsSync('/proc/self/cwd')) return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(cluster);
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
