import type { Knex } from 'knex';
import { postgresCode } from './postgres-errors.ts';
import { type KnexClient, readBackendPid } from './postgres-client.ts';
import type { Binding, Queryable } from './read-rows.ts';
import { StatementNames } from './statement-names.ts';

/** The server does not know a name (invalid_sql_statement_name), or has it from others (duplicate_prepared_statement). */
const MISUNDERSTOOD: ReadonlySet<string | undefined> = new Set(['26000', '42P05']);

/** A host's knex on which repeated statements are planned once a session, or as it is where a pooler stands between. */
export async function nameStatements(knex: Knex): Promise<Queryable> {
  return (await isDirect(knex)) ? new NamedDatabase(knex) : knex;
}

/** A pooler announces a process id of its own making; a driver that says none is taken for one. */
async function isDirect(knex: Knex): Promise<boolean> {
  const client = knex.client as KnexClient;
  const connection = await client.acquireConnection();
  try {
    const raw = (text: string): PromiseLike<unknown> => knex.raw(text).connection(connection);
    return (await readBackendPid({ raw })) === connection.processID;
  } finally {
    await client.releaseConnection(connection);
  }
}

/** Goes on without names once a session turns out not to be ours alone: something between throws them away, or shares it. */
class NamedDatabase implements Queryable {
  readonly #knex: Knex;
  readonly #names = new StatementNames();
  #isShared = false;

  constructor(knex: Knex) {
    this.#knex = knex;
  }

  async raw(text: string, bindings: readonly Binding[]): Promise<unknown> {
    const name = this.#isShared ? undefined : this.#names.nameOf(text);
    if (name === undefined) return (await this.#knex.raw(text, bindings)) as unknown;
    try {
      return (await this.#knex.raw(text, bindings).options({ name })) as unknown;
    } catch (error) {
      // It was not executed, so it may be sent again.
      if (!MISUNDERSTOOD.has(postgresCode(error))) throw error;
      this.#isShared = true;
      return (await this.#knex.raw(text, bindings)) as unknown;
    }
  }
}
