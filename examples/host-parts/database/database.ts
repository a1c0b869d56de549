import { join, relative } from 'node:path';
import knexModule, { type Knex } from 'knex';
import { placeOfData } from '../../embedded-postgres/server-account.ts';
import { keepEmbeddedPostgres } from './keep-embedded-postgres.ts';

/** Where the host's data is. */
export interface Database {
  readonly url: string;
  /** What it is, for people; without the password. */
  readonly description: string;
  /** Ends what was started for it. */
  stop(): Promise<void>;
}

const dataRoot = join(import.meta.dirname, '..', '..', '..', '.data');

/** The database of DATABASE_URL, or else a real PostgreSQL of our own whose data stays in .data, by the host's name. */
export async function openDatabase(hostName: string): Promise<Database> {
  const given = process.env['DATABASE_URL'];
  if (given) return { url: given, description: describe(given), stop: () => Promise.resolve() };
  const dataDirectory = join(dataRoot, hostName);
  const server = await keepEmbeddedPostgres({ dataDirectory, database: hostName.replaceAll('-', '_') });
  const place = placeOfData(dataDirectory);
  const shown = place === dataDirectory ? relative('.', place) : place;
  return { ...server, description: `embedded PostgreSQL, data in ${shown} (DATABASE_URL replaces it)` };
}

function describe(url: string): string {
  const { hostname, port, pathname } = new URL(url);
  return `PostgreSQL of DATABASE_URL, ${hostname}${port && `:${port}`}${pathname}`;
}

/** The host's knex; its sessions carry the name, such as "express-host web". Whoever connects also destroys it. */
export function connect(url: string, sessionName: string): Knex {
  return knexModule({
    client: 'pg',
    connection: { connectionString: url, application_name: sessionName },
    pool: { min: 0, max: 10 },
    acquireConnectionTimeout: 5000,
    // What knex warns of, a connection lost or refused, reaches us as the error of whoever needed it.
    log: { warn: () => undefined },
  });
}
