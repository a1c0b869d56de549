import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { readFileSync, mkdtempSync, rmSync, writeFileSync, chmodSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { unprivilegedAccount } from '../../examples/embedded-postgres/server-account.ts';
import { waitFor } from '../support/wait-for.ts';
import { freePort } from '../support/free-port.ts';

/** A PgBouncer in transaction mode before one database. */
export interface Pooler {
  /** The database's address through it. */
  readonly url: string;
  stop(): Promise<void>;
}

/** Few, so that sessions must share them. */
const SERVER_CONNECTIONS = 2;

/** Whether Debian's `pgbouncer` (or any other) is installed; .ci/run installs it. */
export function hasPgBouncer(): boolean {
  return findPgBouncer() !== undefined;
}

function findPgBouncer(): string | undefined {
  const places = ['pgbouncer', '/usr/sbin/pgbouncer'];
  return places.find((place) => spawnSync(place, ['--version']).status === 0);
}

function configuration(target: URL, port: number): string {
  const quoted = (text: string): string => `'${decodeURIComponent(text).replaceAll("'", "''")}'`;
  return [
    '[databases]',
    `* = host=${target.hostname} port=${target.port} user=${quoted(target.username)} password=${quoted(target.password)}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    'pool_mode = transaction',
    `default_pool_size = ${SERVER_CONNECTIONS}`,
    'max_client_conn = 500',
    'ignore_startup_parameters = extra_float_digits',
    '',
  ].join('\n');
}

/** It refuses root, as PostgreSQL does. */
function launch(file: string): ChildProcess {
  const account = process.getuid?.() === 0 ? unprivilegedAccount(readFileSync('/etc/passwd', 'utf8')) : {};
  return spawn(findPgBouncer() ?? 'pgbouncer', [file], { ...account, stdio: ['ignore', 'ignore', 'pipe'] });
}

async function answers(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.query('SELECT 1')).rowCount === 1;
  } catch {
    return false;
  } finally {
    await client.end();
  }
}

/** Starts one and waits until it answers. */
export async function startPgBouncer(databaseUrl: string): Promise<Pooler> {
  const folder = mkdtempSync(join(tmpdir(), 'pgbouncer-'));
  const file = join(folder, 'pgbouncer.ini');
  const url = new URL(databaseUrl);
  const port = await freePort();
  writeFileSync(file, configuration(url, port));
  chmodSync(folder, 0o755);
  const child = launch(file);
  let log = '';
  child.stderr?.on('data', (chunk: Buffer) => (log += chunk.toString()));
  const ended = new Promise<void>((done) => child.once('exit', () => done()));
  const kill = (): void => void child.kill('SIGKILL');
  process.once('exit', kill);
  url.host = `127.0.0.1:${port}`;
  await waitFor(() => child.exitCode !== null || answers(url.href), { timeoutMs: 20_000, what: 'PgBouncer' });
  if (child.exitCode !== null) throw new Error(`PgBouncer ended: ${log}`);
  const stop = async (): Promise<void> => {
    kill();
    await ended;
    process.off('exit', kill);
    rmSync(folder, { recursive: true, force: true });
  };
  return { url: url.href, stop };
}
