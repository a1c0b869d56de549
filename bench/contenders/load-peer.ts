import { createRequire } from 'node:module';
import { setTimeout as pause } from 'node:timers/promises';
import { PEERS_FOLDER, type Peer } from './peers.ts';

/** A session of pg, as far as we use it. */
export interface PgClient {
  connect(): Promise<void>;
  query(text: string): Promise<{ readonly rows: readonly unknown[] }>;
  end(): Promise<void>;
}

/** A peer's exports, from the folder that the benchmark has installed it into. */
export function loadPeer<T>(peer: Peer): T {
  return createRequire(PEERS_FOLDER)(peer) as T;
}

/** Asks for a count again and again, a millisecond after each answer, until it is zero. */
export async function untilNone(url: string, statement: string): Promise<void> {
  const { Client } = loadPeer<{ Client: new (options: { connectionString: string }) => PgClient }>('pg');
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    while ((await countOf(client, statement)) > 0) await pause(1);
  } finally {
    await client.end();
  }
}

async function countOf(client: PgClient, statement: string): Promise<number> {
  const { rows } = await client.query(statement);
  return Number((rows as readonly { count: string }[])[0]?.count);
}
