import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { lstatSync, mkdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** Who runs the server: PostgreSQL refuses root, so root enters a user namespace or drops to another account. */
export interface ServerAccount {
  /** The command in front of the server's own, empty when none is needed. */
  readonly enter: readonly string[];
  /** The account to drop to; then binaries and data live below /var/tmp, because it cannot see below a 0700 home. */
  readonly drop?: { readonly uid: number; readonly gid: number };
}

const mapped = ['unshare', '--user', '--map-user=1000', '--map-group=1000'];

/** The account for this process: itself when it is not root, else a mapped user, else `postgres` or `nobody`. */
export function serverAccount(): ServerAccount {
  if (process.getuid === undefined) {
    throw new Error('The embedded PostgreSQL needs Linux or macOS; give DATABASE_URL instead.');
  }
  if (process.getuid() !== 0) return { enter: [] };
  const [command = '', ...options] = mapped;
  // The mapped user has lost root's right to pass everywhere, which a clone in another user's closed home needs.
  const reaches = spawnSync(command, [...options, 'test', '-r', import.meta.dirname]);
  if (reaches.status === 0) return { enter: mapped };
  return { enter: [], drop: unprivilegedAccount(readFileSync('/etc/passwd', 'utf8')) };
}

/** The uid and gid of `postgres`, or else `nobody`, in the text of an /etc/passwd. */
export function unprivilegedAccount(passwd: string): { uid: number; gid: number } {
  const entries = passwd.split('\n').map((line) => line.split(':'));
  const found = entries.find(([name]) => name === 'postgres') ?? entries.find(([name]) => name === 'nobody');
  if (found === undefined) {
    throw new Error('PostgreSQL refuses root, and there is neither an account postgres nor nobody; give DATABASE_URL.');
  }
  return { uid: Number(found[2]), gid: Number(found[3]) };
}

/** The directory that really holds the cluster, its log and its pipe for this data directory. */
export function placeOfData(dataDirectory: string, account: ServerAccount = serverAccount()): string {
  const path = resolve(dataDirectory);
  if (account.drop === undefined) return path;
  return `/var/tmp/worker-schedules-${createHash('sha256').update(path).digest('hex').slice(0, 16)}`;
}

/** Makes a directory in a place that everybody can write to; one that somebody else made there is refused. */
export function makeOwnDirectory(path: string, mode: number): void {
  mkdirSync(path, { recursive: true, mode });
  const found = lstatSync(path);
  if (found.isDirectory() && found.uid === process.getuid?.()) return;
  throw new Error(
    `${path} is not a directory of this user (it belongs to uid ${found.uid}); remove it or give DATABASE_URL.`,
  );
}
