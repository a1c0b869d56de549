import knexPackage, { type Knex } from 'knex';
import { fakeClockStatements } from '../../test/support/fake-clock.ts';
import { createBenchDatabase } from '../bench-database.ts';

/** A database for a simulation. */
export interface ClockedDatabase {
  readonly knex: Knex;
  readonly version: string;
  drop(): Promise<void>;
}

/** A benchmark's database whose clock the simulation moves. */
export async function createClockedDatabase(): Promise<ClockedDatabase> {
  const database = await createBenchDatabase();
  const name = new URL(database.url).pathname.slice(1);
  for (const statement of fakeClockStatements(name)) await database.knex.raw(statement);
  // Connections that were made before do not know the clock.
  const knex = knexPackage({ client: 'pg', connection: database.url, pool: { min: 0, max: 2 } });
  const drop = async (): Promise<void> => {
    await knex.destroy();
    await database.drop();
  };
  return { knex, version: database.version, drop };
}
