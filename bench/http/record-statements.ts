import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Knex } from 'knex';
import { Connection } from './connection.ts';
import { endpoints } from './endpoints.ts';

interface Sent {
  readonly sql: string;
  readonly bindings?: readonly unknown[];
}

/** The statements of one call to each endpoint, as knex sends them, the transactions' own included. */
export type Statements = readonly (readonly string[])[];

/** Calls each endpoint of an app once, with request `index`, and returns what it sent through `knex`. */
export async function recordStatements(knex: Knex, app: RequestListener, index: number): Promise<Statements> {
  const server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const connection = await Connection.open((server.address() as AddressInfo).port);
  const recorded: string[][] = [];
  for (const endpoint of endpoints) {
    const statements: string[] = [];
    const remember = ({ sql }: Sent): void => void statements.push(sql);
    knex.on('query', remember);
    const status = await connection.ask(endpoint.request(index));
    knex.removeListener('query', remember);
    if (status !== endpoint.status) throw new Error(`${endpoint.name} was answered ${status}.`);
    recorded.push(statements);
  }
  connection.close();
  server.close();
  return recorded;
}

/** What a handler sends itself, as `raw` takes it: without the transaction's own statements, with question marks. */
export function ownStatements(statements: readonly string[]): readonly string[] {
  return statements
    .filter((sql) => !/^(BEGIN|COMMIT|SET TRANSACTION)/i.test(sql))
    .map((sql) => sql.replace(/\$\d+/g, '?'));
}
