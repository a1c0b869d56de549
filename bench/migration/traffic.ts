import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';

/** The longest time that a statement of each kind took, in milliseconds, and how many there were. */
export type Latencies = Record<string, { longestMs: number; count: number }>;

/** What a host does to its ledger all the time: each kind on a connection of its own, one statement after the other. */
const LOOPS: Readonly<Record<string, (client: Client, name: string, round: number) => Promise<unknown>>> = {
  insert: (client, name, round) =>
    client.query(
      `INSERT INTO archive_worker_runs (worker_name, status, trigger, engine_name, preset, config)
       VALUES ($1, 'SUCCESS', 'API', 'engine', 'fast', '{"batch": 1}')`,
      [`${name}-${round % 50}`],
    ),
  queue: (client, name) =>
    client.query(
      `INSERT INTO archive_worker_runs (worker_name, status, trigger) VALUES ($1, 'QUEUED', 'CLI')
       ON CONFLICT (worker_name) WHERE status IN ('QUEUED', 'RUNNING') DO NOTHING`,
      [name],
    ),
  update: (client) =>
    client.query(
      `UPDATE archive_worker_runs SET status = 'FAILED', finished_at = now(), error = 'ValueError: x', duration_ms = 5
        WHERE worker_name = 'queue' AND status IN ('QUEUED', 'RUNNING')`,
    ),
  read: (client) => client.query('SELECT * FROM archive_worker_runs ORDER BY queued_at DESC LIMIT 20'),
  prune: (client) =>
    client.query(
      'DELETE FROM archive_worker_runs WHERE id IN (SELECT id FROM archive_worker_runs ORDER BY id LIMIT 5)',
    ),
};

/** A pause between two statements of a loop (ms): traffic that is steady and leaves the machine room. */
const PAUSE_MS = 5;
/** How long the long-running reader keeps its transaction open, and how long it is away between two (ms). */
const READER_MS = 4000;
const READER_PAUSE_MS = 500;

/** A host's traffic on its ledger, and how long its statements took. */
export class Traffic {
  readonly #url: string;
  #latencies: Latencies = {};
  #running = true;
  readonly #loops: Promise<void>[] = [];

  constructor(url: string) {
    this.#url = url;
    this.#loops.push(...Object.keys(LOOPS).map((kind) => this.#loop(kind)), this.#readLong());
  }

  /** What was measured since the last time that it was asked. */
  take(): Latencies {
    const taken = this.#latencies;
    this.#latencies = {};
    return taken;
  }

  async stop(): Promise<void> {
    this.#running = false;
    await Promise.all(this.#loops);
  }

  async #connect(): Promise<Client> {
    const client = new Client({ connectionString: this.#url, application_name: 'archive host' });
    await client.connect();
    return client;
  }

  async #timed(kind: string, work: () => Promise<unknown>): Promise<void> {
    const began = performance.now();
    await work();
    const tookMs = performance.now() - began;
    const { longestMs, count } = this.#latencies[kind] ?? { longestMs: 0, count: 0 };
    this.#latencies[kind] = { longestMs: Math.max(longestMs, tookMs), count: count + 1 };
  }

  async #loop(kind: string): Promise<void> {
    const client = await this.#connect();
    const statement = LOOPS[kind];
    for (let round = 0; this.#running && statement !== undefined; round += 1) {
      await this.#timed(kind, () => statement(client, kind, round));
      await pause(PAUSE_MS);
    }
    await client.end();
  }

  /** One transaction that has read the ledger and stays open: ALTER TABLE cannot pass it. */
  async #readLong(): Promise<void> {
    const client = await this.#connect();
    while (this.#running) {
      await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
      await this.#timed('long reader', () => client.query('SELECT status FROM archive_worker_runs LIMIT 1'));
      await pause(READER_MS);
      await client.query('COMMIT');
      await pause(READER_PAUSE_MS);
    }
    await client.end();
  }
}
