import type { ChildProcess } from 'node:child_process';
import { appendFileSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ensureCluster, findPostmaster, readPassword } from '../../examples/embedded-postgres/cluster.ts';
import { launchGuarded } from '../../examples/embedded-postgres/guard.ts';
import { type HoldersPipe, holdPipe } from '../../examples/embedded-postgres/holders-pipe.ts';
import {
  makeOwnDirectory,
  placeOfData,
  type ServerAccount,
  serverAccount,
} from '../../examples/embedded-postgres/server-account.ts';
import { serverBinaries } from '../../examples/embedded-postgres/server-binaries.ts';
import { freePort } from '../../test/support/free-port.ts';
import { answers } from './ask.ts';
import { childrenOf, signal } from './server-processes.ts';

/** How a server is ended: in order without waiting for its clients, by a crash of its own, or by SIGKILL. */
export type Ending = 'fast' | 'immediate' | 'kill';

const ENDINGS: Readonly<Record<Ending, NodeJS.Signals>> = { fast: 'SIGINT', immediate: 'SIGQUIT', kill: 'SIGKILL' };

const START_LIMIT_MS = 120_000;

interface Parts {
  readonly account: ServerAccount;
  readonly place: string;
  readonly cluster: string;
  readonly port: number;
  readonly pipe: HoldersPipe;
  readonly addresses: readonly string[];
}

/** A PostgreSQL server of our own, always at the same port, that may be stopped, killed and frozen. It dies with us. */
export class ChaosServer {
  readonly #parts: Parts;
  #guard: ChildProcess | undefined;

  private constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Makes the cluster and starts it; it listens on the loopback address and on those given. */
  static async create(dataDirectory: string, addresses: readonly string[]): Promise<ChaosServer> {
    const account = serverAccount();
    const place = placeOfData(dataDirectory, account);
    if (account.drop === undefined) mkdirSync(place, { recursive: true, mode: 0o700 });
    else makeOwnDirectory(place, 0o711);
    const cluster = join(place, 'cluster');
    await ensureCluster(cluster, serverBinaries(account), account);
    appendFileSync(
      join(cluster, 'pg_hba.conf'),
      addresses.map((address) => `host all all ${address}/30 scram-sha-256\n`).join(''),
    );
    const pipe = holdPipe(join(place, 'holders'));
    const server = new ChaosServer({ account, place, cluster, port: await freePort(), pipe, addresses });
    await server.start();
    return server;
  }

  /** The address of the database, seen from this machine or through another address of the server. */
  url(host = '127.0.0.1'): string {
    const { cluster, port } = this.#parts;
    return `postgres://postgres:${readPassword(cluster)}@${host}:${port}/postgres`;
  }

  /** Starts it and waits until it answers. A launch is repeated: children of a killed server may not be gone yet. */
  async start(): Promise<void> {
    const deadline = performance.now() + START_LIMIT_MS;
    while (performance.now() < deadline) {
      const runs = findPostmaster(this.#parts.cluster) !== undefined;
      if (!runs && (this.#guard === undefined || this.#guard.exitCode !== null)) this.#guard = this.#launch();
      if (await answers(this.url())) return;
      await pause(50);
    }
    throw new Error(`PostgreSQL did not start within ${START_LIMIT_MS} ms; see ${this.#parts.place}/server.log`);
  }

  /** Ends it and waits until every process of it is gone. */
  async stop(how: Ending): Promise<void> {
    const postmaster = findPostmaster(this.#parts.cluster);
    if (postmaster === undefined) return;
    const children = childrenOf(postmaster.pid);
    signal(postmaster.pid, ENDINGS[how]);
    while (findPostmaster(this.#parts.cluster) !== undefined || children.some(lives)) await pause(10);
  }

  /** Kills one of its backends with SIGKILL; PostgreSQL then throws everybody out and recovers by itself. */
  killBackend(pid: number): void {
    signal(pid, 'SIGKILL');
  }

  /** Stops every process of it, so that nothing answers and nothing is refused. The answer lets them go on. */
  freeze(): () => void {
    const postmaster = findPostmaster(this.#parts.cluster);
    if (postmaster === undefined) return () => undefined;
    signal(postmaster.pid, 'SIGSTOP');
    const frozen = [postmaster.pid, ...childrenOf(postmaster.pid)];
    for (const pid of frozen) signal(pid, 'SIGSTOP');
    return () => {
      for (const pid of frozen.reverse()) signal(pid, 'SIGCONT');
    };
  }

  /** Ends it for good and removes its data. */
  async close(): Promise<void> {
    await this.stop('fast');
    this.#parts.pipe.release();
    rmSync(this.#parts.place, { recursive: true, force: true });
  }

  /** Kills every process of it at once, without waiting: for a harness that is told to end in the middle. */
  abandon(): void {
    const postmaster = findPostmaster(this.#parts.cluster);
    if (postmaster === undefined) return;
    for (const pid of [postmaster.pid, ...childrenOf(postmaster.pid)]) signal(pid, 'SIGKILL');
  }

  #launch(): ChildProcess {
    const { account, place, cluster, port, pipe, addresses } = this.#parts;
    const settings: Readonly<Record<string, string>> = {
      listen_addresses: ['127.0.0.1', ...addresses].join(','),
      unix_socket_directories: '',
      max_connections: '200',
      log_checkpoints: 'off',
    };
    const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const command = [serverBinaries(account).postgres, '-D', cluster, '-p', String(port), ...flags];
    return launchGuarded({ account, command, pipe, logFile: join(place, 'server.log') });
  }
}

function lives(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
