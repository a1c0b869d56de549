import knexModule, { type Knex } from 'knex';
import { Client } from 'pg';
import { migrate } from '../../migrations/index.ts';
import { fakeClockStatements } from './fake-clock.ts';
import { hostKnex } from './host-knex.ts';
import { isMapped, schemaStatements, searchPathStatement, viewStatements } from './mapped/layout.ts';
import { mappedNames } from './mapped/names.ts';
import { countDatabase } from './mapped/tally.ts';
import { adminUrl, runName } from './server.ts';

/*
 * A database for one test file:
 *
 *   let database: TestDatabase;
 *   before(async () => { database = await createTestDatabase({ fakeClock: true }); });
 *   after(() => database.drop());
 *
 *   it('enqueues a due schedule', async () => {
 *     await setClock(database.plain, '2026-03-29T00:59:00Z');
 *     await saveSchedule(database.knex, …);                      // the product gets the host's knex, whatever its flavour
 *     await advanceClock(database.plain, '1 minute');
 *     const run = await waitForRow<{ status: string }>(database, 'select status from worker_runs where worker_name = ?', ['ner']);
 *     const [fire] = await query<Fire>(database, 'select * from worker_schedule_fires');      // assertions read plainly
 *   });
 *
 * Other processes get `database.url` through `forkScript(path, { env: { DATABASE_URL: database.url } })`.
 */

/** A database of its own for one test file. */
export interface TestDatabase {
  readonly name: string;
  readonly url: string;
  /** The host's knex, which the product is given; mapped when TEST_HOST_FLAVOUR says so. */
  readonly knex: Knex;
  /** A plain knex for the test's own statements. */
  readonly plain: Knex;
  /** Closes both and drops the database, whoever else is connected. */
  drop(): Promise<void>;
}

/** What a test database holds at first. */
export interface TestDatabaseOptions {
  /** Whether our migrations have run; true by default. */
  readonly migrated?: boolean;
  /** Whether `now()` and `statement_timestamp()` can be moved with fake-clock.ts; false by default. */
  readonly fakeClock?: boolean;
  /** Whether the test is about the default names, and keeps them where the others run under mapped ones; false by default. */
  readonly defaultNames?: boolean;
}

const open = new Set<TestDatabase>();
let made = 0;

/** Makes a database by cloning the run's migrated template, or an empty one. */
export async function createTestDatabase(options: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const { migrated = true, fakeClock = false } = options;
  const admin = await adminUrl();
  const name = `ws_test_${runName()}_${process.pid}_${++made}`;
  const hasMappedNames = isMapped && options.defaultNames !== true;
  const template = migrated ? await ensureTemplate(admin, hasMappedNames) : 'template0';
  await execute(admin, [`create database ${name} template ${template}`]);
  const url = withDatabase(admin, name);
  if (hasMappedNames && !migrated) await execute(url, schemaStatements);
  if (fakeClock) await execute(url, fakeClockStatements(name));
  if (hasMappedNames) await execute(url, [searchPathStatement(name, fakeClock ? 'fake, pg_catalog, ' : '')]);
  const database: TestDatabase = { name, url, knex: hostKnex(url), plain: plainKnex(url), drop: () => drop(database) };
  open.add(database);
  countDatabase(hasMappedNames ? 'mapped' : 'default');
  return database;
}

/** The rows of a statement, read without the host's mappers and parsers. */
export async function query<T = Record<string, unknown>>(
  database: TestDatabase,
  sql: string,
  bindings: readonly unknown[] = [],
): Promise<T[]> {
  const { rows } = await database.plain.raw<{ rows: T[] }>(sql, bindings as Knex.RawBinding[]);
  return rows;
}

/** Drops what this process's tests have left. */
export async function dropEverything(): Promise<void> {
  for (const database of [...open]) await database.drop();
}

/** Drops all that the run has made on a server that is not ours: the template, and what killed workers have left. */
export async function dropRun(admin: string): Promise<void> {
  await withClient(admin, async (client) => {
    const prefix = `ws_test_${runName()}_`;
    const { rows } = await client.query<{ name: string }>(
      'select datname as name from pg_database where starts_with(datname, $1)',
      [prefix],
    );
    for (const { name } of rows) await client.query(`drop database if exists ${name} with (force)`);
  });
}

async function drop(database: TestDatabase): Promise<void> {
  if (!open.delete(database)) return;
  await Promise.all([database.knex.destroy(), database.plain.destroy()]);
  await execute(await adminUrl(), [`drop database if exists ${database.name} with (force)`]);
}

/** Made once for each run, by whichever worker comes first; under another name until it is whole. */
async function ensureTemplate(admin: string, hasMappedNames: boolean): Promise<string> {
  const name = `ws_test_${runName()}_template${hasMappedNames ? '_mapped' : ''}`;
  await withClient(admin, async (client) => {
    await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [name]);
    const found = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (found.rowCount === 0) await makeTemplate(client, { admin, name, hasMappedNames });
  });
  return name;
}

interface Template {
  readonly admin: string;
  readonly name: string;
  readonly hasMappedNames: boolean;
}

async function makeTemplate(client: Client, { admin, name, hasMappedNames }: Template): Promise<void> {
  const draft = `${name}_draft`;
  await client.query(`drop database if exists ${draft} with (force)`);
  await client.query(`create database ${draft} template template0`);
  if (hasMappedNames) await execute(withDatabase(admin, draft), schemaStatements);
  const knex = plainKnex(withDatabase(admin, draft));
  try {
    await migrate(knex, hasMappedNames ? { names: mappedNames } : { names: {} });
  } finally {
    await knex.destroy();
  }
  if (hasMappedNames) await execute(withDatabase(admin, draft), viewStatements);
  await client.query(`alter database ${draft} rename to ${name}`);
}

function plainKnex(url: string): Knex {
  return knexModule({ client: 'pg', connection: url, pool: { min: 0, max: 10 } });
}

function withDatabase(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}

async function execute(url: string, statements: readonly string[]): Promise<void> {
  await withClient(url, async (client) => {
    for (const statement of statements) await client.query(statement);
  });
}

async function withClient(url: string, work: (client: Client) => Promise<void>): Promise<void> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
