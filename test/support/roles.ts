import { Client } from 'pg';
import { type TestDatabase, query } from './databases.ts';
import { adminUrl } from './server.ts';

/** A login role of a test, with no right on anything yet. */
export interface TestRole {
  readonly name: string;
  /** The test database's address, as this role. */
  readonly url: string;
  /** To be called after the database, which holds its rights, is dropped. */
  drop(): Promise<void>;
}

const PASSWORD = 'of-a-test';

/** Makes a role for one database; roles belong to the whole server, so its name is the database's and more. */
export async function createTestRole(database: TestDatabase, suffix: string): Promise<TestRole> {
  const name = `${database.name}_${suffix}`;
  await query(database, `CREATE ROLE "${name}" LOGIN PASSWORD '${PASSWORD}'`);
  const url = new URL(database.url);
  url.username = name;
  url.password = PASSWORD;
  return { name, url: url.href, drop: () => dropRole(name) };
}

async function dropRole(name: string): Promise<void> {
  const client = new Client({ connectionString: await adminUrl() });
  await client.connect();
  try {
    await client.query(`DROP ROLE IF EXISTS "${name}"`);
  } finally {
    await client.end();
  }
}
