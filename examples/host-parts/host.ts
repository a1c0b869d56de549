import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Knex } from 'knex';

/** A web application as node:http calls it; Express' has no answer, Koa's one that never fails. */
export type WebApp = (request: IncomingMessage, response: ServerResponse) => unknown;

/** What makes one of the example hosts; all else is the same in each of them. */
export interface Host {
  /** Names the folder of its data and its database sessions: lower-case words with hyphens. */
  readonly name: string;
  /** Imports its web application; called in the API process alone. */
  readonly loadApp: () => Promise<(knex: Knex) => WebApp>;
}
