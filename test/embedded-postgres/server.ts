import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { findPostmaster, type Postmaster } from '../../examples/embedded-postgres/cluster.ts';
import { placeOfData } from '../../examples/embedded-postgres/server-account.ts';
import { type ForkOptions, forkScript, type TestProcess } from '../support/processes.ts';
import { waitFor } from '../support/wait-for.ts';

/** A data directory of a test's own, and what runs there. */
export interface ServerUnderTest {
  readonly dataDirectory: string;
  readonly cluster: string;
  postmaster(): Postmaster | undefined;
  /** Forks a process that holds the server, and waits until it does. */
  hold(options?: ForkOptions): Promise<Holder>;
  ended(): Promise<unknown>;
  remove(): Promise<void>;
}

/** A process that holds a server. */
export interface Holder {
  readonly script: TestProcess;
  readonly url: string;
  readonly port: number;
  readonly attached: boolean;
}

/** A fresh data directory without a server. */
export function serverUnderTest(): ServerUnderTest {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'embedded-postgres-'));
  const cluster = join(placeOfData(dataDirectory), 'cluster');
  const postmaster = (): Postmaster | undefined => findPostmaster(cluster);
  const ended = (): Promise<unknown> => waitFor(() => postmaster() === undefined, { what: 'the end of the server' });
  return {
    ...{ dataDirectory, cluster, postmaster, ended },
    hold: (options) => hold(dataDirectory, options),
    async remove() {
      await ended();
      for (const path of [dataDirectory, placeOfData(dataDirectory)]) rmSync(path, { recursive: true, force: true });
    },
  };
}

async function hold(dataDirectory: string, options: ForkOptions = {}): Promise<Holder> {
  const script = forkScript(new URL('./hold-server.ts', import.meta.url), { ...options, args: [dataDirectory] });
  const { server } = await script.waitForMessage<{ server?: Omit<Holder, 'script'> }>(
    (message) => message.server !== undefined,
    30_000,
  );
  return { script, ...server! };
}

/** The rows of one statement on a connection of its own. */
export async function ask(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}
