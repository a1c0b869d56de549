/** What we use of a `pg` client that the host's knex made; pg itself is not imported. */
export interface PostgresClient {
  /** Process id of the backend, from the server's start-up message. */
  readonly processID: number;
  readonly connection: { readonly stream: { destroy(): unknown } };
  on(event: 'error', listener: (error: Error) => void): unknown;
  on(event: 'end', listener: () => void): unknown;
  on(event: 'notification', listener: (message: { readonly channel: string }) => void): unknown;
}
