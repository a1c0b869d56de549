import { rewrites, type Sabotage } from './sabotages.ts';

interface Query {
  text: string;
}

/** What we use of a client of pg. */
export interface BreakableClient {
  query: (query: Query, ...rest: unknown[]) => unknown;
}

/** Lets a client of pg send other statements than it is given; knex gives it an object and a callback. */
export function breakClient(client: BreakableClient, sabotage: Sabotage): void {
  const rewrite = rewrites[sabotage];
  const send = client.query.bind(client);
  client.query = (query, ...rest) => {
    if (typeof query === 'object' && typeof query.text === 'string') query.text = rewrite(query.text);
    return send(query, ...rest);
  };
}
