import { readsDue, rewriteFor, type Memory, type Sabotage } from './sabotages.ts';

interface Query {
  text: string;
}

interface Result {
  readonly rows: readonly { readonly json?: string }[];
}

type Callback = (error: unknown, result?: Result) => void;

/** What we use of a client of pg. */
export interface BreakableClient {
  query: (query: Query, ...rest: unknown[]) => unknown;
}

/** Lets a client of pg send other statements than it is given; knex gives it an object and a callback. */
export function breakClient(client: BreakableClient, sabotage: Sabotage): void {
  const memory: Memory = { due: [] };
  const rewrite = rewriteFor(sabotage, memory);
  const send = client.query.bind(client);
  client.query = (query, ...rest) => {
    const isDue = typeof query === 'object' && readsDue(query.text);
    if (typeof query === 'object' && typeof query.text === 'string') query.text = rewrite(query.text);
    const [callback] = rest;
    if (!isDue || typeof callback !== 'function') return send(query, ...rest);
    const remember: Callback = (error, result) => {
      if (result !== undefined) memory.due = result.rows.map(({ json = '' }) => json);
      (callback as Callback)(error, result);
    };
    return send(query, remember);
  };
}
