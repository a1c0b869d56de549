import { isDeepStrictEqual } from 'node:util';
import type { Knex } from 'knex';
import { waitFor } from '../../test/support/wait-for.ts';

/** What a process and its database hold of us at one moment. */
export interface Census {
  /** Listeners on the process, on the host's knex and on its connection. */
  readonly listeners: number;
  /** Timers, sockets and the like that Node counts as active, by kind. */
  readonly resources: Readonly<Record<string, number>>;
  /** Sessions on the server, the host's and ours. */
  readonly sessions: number;
  /** Advisory locks on the server. */
  readonly locks: number;
}

interface Emitter {
  eventNames(): (string | symbol)[];
  listenerCount(name: string | symbol): number;
}

interface HostClient extends Emitter {
  acquireConnection(): Promise<Emitter>;
  releaseConnection(connection: Emitter): Promise<void>;
}

/** Counts; `host` is the knex that was given to us, `watch` one of the observer's own. */
export async function takeCensus(host: Knex, watch: Knex): Promise<Census> {
  const { rows } = await watch.raw<{ rows: { sessions: number; locks: number }[] }>(
    `SELECT (SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database()) AS sessions,
       (SELECT count(*)::int FROM pg_locks l JOIN pg_database d ON d.oid = l.database
         WHERE l.locktype = 'advisory' AND d.datname = current_database()) AS locks`,
  );
  const resources: Record<string, number> = {};
  for (const kind of process.getActiveResourcesInfo()) resources[kind] = (resources[kind] ?? 0) + 1;
  return { listeners: await countListeners(host), resources, sessions: NaN, locks: NaN, ...rows[0] };
}

async function countListeners(host: Knex): Promise<number> {
  const client = host.client as HostClient;
  const connection = await client.acquireConnection();
  const emitters: readonly Emitter[] = [process, client, connection];
  const counts = emitters.flatMap((emitter) => emitter.eventNames().map((name) => emitter.listenerCount(name)));
  await client.releaseConnection(connection);
  return counts.reduce((sum, count) => sum + count, 0);
}

/** Waits until the census is the same as before: sockets take a moment to close. Throws when something stays. */
export async function expectSame(before: Census, take: () => Promise<Census>): Promise<void> {
  let last = before;
  const same = async (): Promise<boolean> => isDeepStrictEqual((last = await take()), before);
  await waitFor(same, { what: 'the census of before' }).catch((cause: unknown) => {
    const words = `${JSON.stringify(last)} instead of ${JSON.stringify(before)}`;
    throw new Error(`Something was left behind: ${words}`, { cause });
  });
}
