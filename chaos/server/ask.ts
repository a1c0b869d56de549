import { Client } from 'pg';

/** How the harness's own sessions are called, so that faults spare them and the audit knows them. */
export const HARNESS_NAME = 'chaos harness';

/** Longest wait for a connection (ms). */
const CONNECT_LIMIT_MS = 5000;

/** Runs statements on a connection of their own. Throws what the server or the network says, in bounded time. */
export async function withClient<T>(url: string, work: (client: Client) => Promise<T>, limitMs = 10_000): Promise<T> {
  const client = new Client({
    connectionString: url,
    application_name: HARNESS_NAME,
    connectionTimeoutMillis: CONNECT_LIMIT_MS,
    query_timeout: limitMs,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await work(client);
  } finally {
    // A frozen server never answers the farewell.
    void client.end().catch(() => undefined);
  }
}

/** The rows of one statement. */
export async function ask<Row>(url: string, text: string, values: readonly unknown[] = []): Promise<Row[]> {
  return await withClient(url, async (client) => (await client.query(text, [...values])).rows as Row[]);
}

/** Whether the server takes a connection and answers. */
export async function answers(url: string): Promise<boolean> {
  try {
    await ask(url, 'SELECT 1');
    return true;
  } catch {
    return false;
  }
}
