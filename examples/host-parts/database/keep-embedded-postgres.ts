import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from '../../embedded-postgres/start-embedded-postgres.ts';
import { say } from '../console/say.ts';

const pauseMs = 500;

/** Starts the embedded server and starts it again, at the same address, should it ever be killed. */
export async function keepEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
): Promise<Pick<EmbeddedPostgres, 'url' | 'stop'>> {
  const keeper = new Keeper(options, await startEmbeddedPostgres(options));
  const kept = keeper.keep();
  return {
    url: keeper.url,
    stop: async () => {
      await keeper.stop();
      await kept;
    },
  };
}

class Keeper {
  readonly url: string;
  readonly #options: EmbeddedPostgresOptions;
  #server: EmbeddedPostgres;
  #watcher: Client | undefined;
  #stopping = false;

  constructor(options: EmbeddedPostgresOptions, server: EmbeddedPostgres) {
    this.url = server.url;
    this.#options = { ...options, settings: { ...options.settings, port: String(server.port) } };
    this.#server = server;
  }

  /** Never rejects. */
  async keep(): Promise<void> {
    for (;;) {
      await this.#untilLost();
      if (this.#stopping) return;
      await pause(pauseMs);
      await this.#startAgain();
    }
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    await this.#watcher?.end();
    await this.#server.stop();
  }

  /** Holds a connection until the server ends it. */
  async #untilLost(): Promise<void> {
    const watcher = new Client({ connectionString: this.url, application_name: 'example-host watcher' });
    const lost = new Promise((resolve) => watcher.once('end', resolve).on('error', resolve));
    this.#watcher = watcher;
    try {
      await watcher.connect();
      await lost;
    } catch {
      await watcher.end();
    }
  }

  async #startAgain(): Promise<void> {
    if (this.#isStopping()) return;
    try {
      const before = this.#server;
      this.#server = await startEmbeddedPostgres(this.#options);
      await before.stop();
      if (this.#isStopping()) await this.#server.stop();
    } catch (error) {
      say('database', `does not start again yet: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  #isStopping(): boolean {
    return this.#stopping;
  }
}
