import type { Knex } from 'knex';
import type { Client } from 'pg';
import { query, type TestDatabase } from '../support/databases.ts';
import { hostKnex } from '../support/host-knex.ts';

const CHANGES = /^\s*(alter|create|drop|insert|delete|commit)/i;

type Query = (this: Client, ...input: unknown[]) => unknown;

/** What a session is about to run; a commit is told by what it commits. */
function* statementsOf(): Generator<string | undefined, never, string> {
  let before = '';
  let text = yield undefined;
  for (;;) {
    const statement = /^commit/i.test(text) ? `COMMIT of ${before}` : text;
    before = text;
    text = yield CHANGES.test(text) ? statement : undefined;
  }
}

/**
 * A host's knex whose sessions see their backend die before the first statement that changes something and is not in `seen`
 * yet; it is put there. The hook for new connections is the host's, and our private sessions keep it.
 */
export function killingKnex(database: TestDatabase, seen: Set<string>): Knex {
  let isKilled = false;
  const afterCreate = (client: Client, done: (error: unknown, client: Client) => void): void => {
    const plain = client.query.bind(client) as Query;
    const statements = statementsOf();
    statements.next();
    const killing: Query = (...input) => {
      const [asked] = input as [string | { readonly text: string }];
      const statement = statements.next(typeof asked === 'string' ? asked : asked.text).value;
      if (isKilled || statement === undefined || seen.has(statement)) return plain.apply(client, input);
      isKilled = true;
      seen.add(statement);
      const { processID } = client as unknown as { readonly processID: number };
      void query(database, 'SELECT pg_terminate_backend(?)', [processID]).then(() => plain.apply(client, input));
      return undefined;
    };
    Object.assign(client, { query: killing });
    done(null, client);
  };
  return hostKnex(database.url, { pool: { min: 0, max: 1, afterCreate } });
}
