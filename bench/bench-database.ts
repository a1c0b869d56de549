import { rmSync } from 'node:fs';
import { join } from 'node:path';
import knexPackage, { type Knex } from 'knex';
import { placeOfData } from '../examples/embedded-postgres/server-account.ts';
import { startEmbeddedPostgres } from '../examples/embedded-postgres/start-embedded-postgres.ts';
import { migrate } from '../migrations/index.ts';

/** A database of its own for one benchmark. */
export interface BenchDatabase {
  readonly url: string;
  /** The server's version, such as 18.4. */
  readonly version: string;
  readonly knex: Knex;
  /** Drops the database, and ends the server if it was started for it. */
  drop(): Promise<void>;
}

/** Commits wait for no disk, so that what is measured is the work and not the disk. */
const settings = { shared_buffers: '512MB', full_page_writes: 'off', autovacuum: 'off' };

/** A server that benchmarks make their databases on. */
export interface BenchServer {
  readonly url: string;
  /** Ends it if it was started for the benchmark. */
  stop(): Promise<void>;
}

/** The server of DATABASE_URL, or an embedded one. */
export async function openBenchServer(): Promise<BenchServer> {
  const given = process.env['DATABASE_URL'] ?? '';
  return given === '' ? await startServer() : { url: given, stop: () => Promise.resolve() };
}

/** On a server that is given, or on one of its own that ends with it; migrated unless told otherwise. */
export async function createBenchDatabase({
  migrated = true,
  on,
}: {
  readonly migrated?: boolean;
  readonly on?: BenchServer;
} = {}): Promise<BenchDatabase> {
  const server = on === undefined ? await openBenchServer() : { url: on.url, stop: () => Promise.resolve() };
  const name = `worker_schedules_bench_${process.pid}`;
  await tellServer(server.url, `CREATE DATABASE ${name}`);
  const url = new URL(server.url);
  url.pathname = `/${name}`;
  const knex = knexOf(url.href);
  if (migrated) await migrate(knex);
  const { rows } = await knex.raw<{ rows: { server_version: string }[] }>('SHOW server_version');
  const drop = async (): Promise<void> => {
    await knex.destroy();
    await tellServer(server.url, `DROP DATABASE ${name} WITH (FORCE)`);
    await server.stop();
  };
  return { url: url.href, version: rows[0]?.server_version ?? 'unknown', knex, drop };
}

/** Lends a migrated database of its own on this server, and drops it. */
export async function withBenchDatabase<T>(on: BenchServer, use: (database: BenchDatabase) => Promise<T>): Promise<T> {
  const database = await createBenchDatabase({ on });
  try {
    return await use(database);
  } finally {
    await database.drop();
  }
}

/** On a connection that is gone afterwards, so that a benchmark may count what is left. */
async function tellServer(url: string, statement: string): Promise<void> {
  const knex = knexOf(url);
  try {
    await knex.raw(statement);
  } finally {
    await knex.destroy();
  }
}

function knexOf(url: string): Knex {
  return knexPackage({ client: 'pg', connection: url, pool: { min: 0, max: 10 } });
}

async function startServer(): Promise<BenchServer> {
  const dataDirectory = join(import.meta.dirname, '..', '.data', `bench-${process.pid}`);
  const { url, stop } = await startEmbeddedPostgres({ dataDirectory, fsync: false, settings });
  return {
    url,
    stop: async () => {
      await stop();
      for (const path of [dataDirectory, placeOfData(dataDirectory)]) rmSync(path, { recursive: true, force: true });
    },
  };
}
