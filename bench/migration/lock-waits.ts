import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';

const SAMPLE_MS = 25;

/** Watches, from outside, how long the host's statements wait for a lock that the migration holds or waits for. */
export class LockWaits {
  #longestMs = 0;
  #running = true;
  readonly #watching: Promise<void>;

  constructor(url: string) {
    this.#watching = this.#watch(url);
  }

  /** The longest wait seen, in milliseconds. */
  async stop(): Promise<number> {
    this.#running = false;
    await this.#watching;
    return this.#longestMs;
  }

  async #watch(url: string): Promise<void> {
    const client = new Client({ connectionString: url, application_name: 'lock waits' });
    await client.connect();
    while (this.#running) {
      const { rows } = await client.query<{ ms: number | null }>(
        `SELECT max(extract(epoch FROM clock_timestamp() - h.query_start) * 1000)::float8 AS ms
           FROM pg_stat_activity h
          WHERE h.datname = current_database() AND h.application_name = 'archive host' AND h.wait_event_type = 'Lock'
            AND EXISTS (SELECT 1 FROM pg_stat_activity m
              WHERE m.application_name = 'worker-schedules migrate' AND m.pid = ANY (pg_blocking_pids(h.pid)))`,
      );
      this.#longestMs = Math.max(this.#longestMs, rows[0]?.ms ?? 0);
      await pause(SAMPLE_MS);
    }
    await client.end();
  }
}
