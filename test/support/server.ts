import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { placeOfData } from '../../examples/embedded-postgres/server-account.ts';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../examples/embedded-postgres/start-embedded-postgres.ts';
import { findPostmaster } from '../../examples/embedded-postgres/cluster.ts';
import { waitFor } from './wait-for.ts';

/** Set by the main process and inherited by mocha's workers: the run's name, and the data of its embedded server. */
const runVariable = 'TEST_RUN';
const dataVariable = 'TEST_DATA_DIRECTORY';

const dataRoot = join(import.meta.dirname, '..', '..', '.data');

const settings = {
  max_connections: '400',
  full_page_writes: 'off',
  shared_buffers: '64MB',
  log_checkpoints: 'off',
};

/** TEST_POSTGRES_PACKAGE: the folder of a platform package of embedded-postgres, to test on another version. */
const packageVariable = 'TEST_POSTGRES_PACKAGE';

let started: Promise<EmbeddedPostgres> | undefined;

/** The name of this run, which is part of the name of everything that it makes on the server. */
export function runName(): string {
  const name = process.env[runVariable];
  if (name === undefined) throw new Error('There is no test run: test/support/global-hooks.ts has not been loaded.');
  return name;
}

/** DATABASE_URL, which replaces the embedded server. */
export function givenUrl(): string | undefined {
  return process.env['DATABASE_URL'] || undefined;
}

/** The address of a database from which others can be made: DATABASE_URL, or the embedded server, started when first asked for. */
export async function adminUrl(): Promise<string> {
  const given = givenUrl();
  if (given !== undefined) return given;
  const packageDirectory = process.env[packageVariable] || undefined;
  started ??= startEmbeddedPostgres({ dataDirectory: dataDirectory(), fsync: false, settings, packageDirectory });
  return (await started).url;
}

/**
 * Names the run. Its embedded server has a fresh data directory, because one that is kept would keep what a killed run
 * left behind, and with fsync=off the damage of a crash too.
 */
export function nameRun(): void {
  const name = `${process.pid}_${Math.random().toString(36).slice(2, 8)}`;
  process.env[runVariable] = name;
  process.env[dataVariable] = join(dataRoot, `test-${name}`);
  removeLeftovers();
}

/** Ends the embedded server, if one was started, and removes its data. */
export async function endRun(): Promise<void> {
  const directory = dataDirectory();
  await (await started)?.stop();
  const place = placeOfData(directory);
  await waitFor(() => findPostmaster(join(place, 'cluster')) === undefined, { what: 'the end of the test server' });
  for (const path of [directory, place]) rmSync(path, { recursive: true, force: true });
}

function dataDirectory(): string {
  return process.env[dataVariable] ?? join(dataRoot, `test-${runName()}`);
}

function removeLeftovers(): void {
  mkdirSync(dataRoot, { recursive: true });
  for (const entry of readdirSync(dataRoot)) {
    const pid = /^test-(\d+)_/.exec(entry)?.[1];
    if (pid === undefined || isAlive(Number(pid))) continue;
    const directory = join(dataRoot, entry);
    for (const path of [directory, placeOfData(directory)]) rmSync(path, { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
