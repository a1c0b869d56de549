import { Connection } from './connection.ts';
import { endpoints } from './endpoints.ts';
import { serveParent } from '../processes/forked.ts';

/** What the load generator is told to do. */
export interface LoadOrder {
  readonly port: number;
  /** Which of the endpoints. */
  readonly endpoint: number;
  readonly milliseconds: number;
  readonly connections: number;
  /** Number of the first request. */
  readonly from: number;
}

/** What was answered, and in how long. */
export interface LoadResult {
  readonly requests: number;
  readonly milliseconds: number;
}

/** Sends requests over a number of connections, each its next one as soon as the last is answered. */
async function load({ port, endpoint, milliseconds, connections, from }: LoadOrder): Promise<LoadResult> {
  const asked = endpoints[endpoint];
  if (asked === undefined) throw new Error(`There is no endpoint ${endpoint}.`);
  const open = await Promise.all(Array.from({ length: connections }, () => Connection.open(port)));
  let next = from;
  const start = performance.now();
  const work = async (connection: Connection): Promise<void> => {
    while (performance.now() - start < milliseconds) {
      const status = await connection.ask(asked.request(next++));
      if (status !== asked.status) throw new Error(`${asked.name} was answered ${status}, not ${asked.status}.`);
    }
  };
  await Promise.all(open.map(work));
  const result = { requests: next - from, milliseconds: performance.now() - start };
  for (const connection of open) connection.close();
  return result;
}

serveParent({ load: (order) => load(order as LoadOrder) });
