import { type Binding, type Queryable, readRow } from './read-rows.ts';

/** What we use of a `pg` client that the host's knex made; pg itself is not imported. */
export interface PostgresClient {
  /** Process id of the backend, from the server's start-up message. */
  readonly processID: number;
  readonly connection: { readonly stream: { destroy(): unknown } };
  on(event: 'error', listener: (error: Error) => void): unknown;
  on(event: 'end', listener: () => void): unknown;
  on(event: 'notification', listener: (message: { readonly channel: string }) => void): unknown;
}

/** What we use of the client of a knex. */
export interface KnexClient {
  acquireConnection(): Promise<PostgresClient>;
  releaseConnection(connection: PostgresClient): Promise<void>;
  /** Sends a statement as knex's own transactions do; `?` stands for a binding. */
  query(
    connection: PostgresClient,
    statement: {
      readonly sql: string;
      readonly bindings: readonly Binding[];
      readonly options: { readonly name?: string };
    },
  ): Promise<{ readonly response: unknown }>;
}

/** The process id of the backend that answers: another than the announced one where a pooler stands between. */
export async function readBackendPid(database: Queryable): Promise<number | undefined> {
  return await readRow<number>(database, 'SELECT to_json(pg_backend_pid())::text AS json');
}
