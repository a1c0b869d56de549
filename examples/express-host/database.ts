import { join, relative } from 'node:path';
import knexModule, { type Knex } from 'knex';
import { placeOfData } from '../embedded-postgres/server-account.ts';
import { keepEmbeddedPostgres } from './keep-embedded-postgres.ts';

/** Where the host's data is. */
export interface Database {
  readonly url: string;
  /** What it is, for people; without the password. */
  readonly description: string;
  /** Ends what was started for it. */
  stop(): Promise<void>;
}

const dataDirectory = join(import.meta.dirname, '..', '..', '.data', 'express-host');

/** The database of DATABASE_URL, or else a real PostgreSQL of our own whose data stays in .data/express-host. */
export async function openDatabase(): Promise<Database> {
  const given = process.env['DATABASE_URL'];
  if (given) return { url: given, description: describe(given), stop: () => Promise.resolve() };
  const server = await keepEmbeddedPostgres({ dataDirectory, database: 'express_host' });
  const place = placeOfData(dataDirectory);
  const shown = place === dataDirectory ? relative('.', place) : place;
  return { ...server, description: `embedded PostgreSQL, data in ${shown} (DATABASE_URL replaces it)` };
}

function describe(url: string): string {
  const { hostname, port, pathname } = new URL(url);
  return `PostgreSQL of DATABASE_URL, ${hostname}${port && `:${port}`}${pathname}`;
}

/** The host's knex for one role; whoever connects also destroys it. */
export function connect(url: string, role: string): Knex {
  return knexModule({
    client: 'pg',
    connection: { connectionString: url, application_name: `express-host ${role}` },
    pool: { min: 0, max: 10 },
    acquireConnectionTimeout: 5000,
    // What knex warns of, a connection lost or refused, reaches us as the error of whoever needed it.
    log: { warn: () => undefined },
  });
}
