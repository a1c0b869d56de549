import knexPackage, { type Knex } from 'knex';
import { loadKnexfile } from './load-knexfile.ts';
import type { Arguments } from './read-arguments.ts';
import { UsageError } from './usage.ts';

/** knex would print what goes wrong a second time. */
const nothing = (): void => undefined;
const silent = { debug: nothing, warn: nothing, error: nothing, deprecate: nothing };

function ofUrl(url: string): Knex.Config {
  if (!/^postgres(ql)?:\/\//i.test(url)) throw new UsageError('The address must begin with postgres://.');
  return { client: 'pg', connection: url };
}

async function configOf({ url, knexfile, env }: Arguments): Promise<Knex.Config | undefined> {
  if (knexfile !== undefined) return await loadKnexfile(knexfile, env);
  const address = url ?? (process.env['DATABASE_URL'] || undefined);
  return address === undefined ? undefined : ofUrl(address);
}

/** Throws UsageError for a configuration that is not one of PostgreSQL. */
function checkClient({ client }: Knex.Config): void {
  if (typeof client === 'function' || ['pg', 'postgres', 'postgresql', 'pgnative'].includes(client ?? '')) return;
  throw new UsageError(`The knexfile is for ${client ?? 'no client'}; PostgreSQL is needed (client: 'pg').`);
}

/** The knex that the arguments name, with a small pool, or undefined when they name none. Connects only when it is used. */
export async function connect(given: Arguments): Promise<Knex | undefined> {
  const config = await configOf(given);
  if (config === undefined) return undefined;
  checkClient(config);
  const afterCreate = config.pool?.afterCreate;
  return knexPackage.knex({
    ...config,
    pool: { min: 0, max: 2, ...(afterCreate === undefined ? {} : { afterCreate }) },
    acquireConnectionTimeout: 10_000,
    log: silent,
  });
}

/** The knex that a command cannot do without. */
export async function connectOrRefuse(given: Arguments): Promise<Knex> {
  const knex = await connect(given);
  if (knex !== undefined) return knex;
  throw new UsageError('Which database? Give --url, --knexfile, or the environment variable DATABASE_URL.');
}
