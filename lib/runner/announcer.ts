import type { Logger } from '../logger.ts';
import { Alarm } from './alarm.ts';
import { BoundedCalls } from './bounded-calls.ts';

/** Milliseconds between two announcements of a live runner. */
const ANNOUNCE_MS = 10_000;

/** Seconds after which a runner that was not announced again counts as gone. */
export const ANNOUNCEMENT_SECONDS = 30;

export interface AnnouncerParts {
  readonly announce: () => Promise<void>;
  readonly withdraw: () => Promise<void>;
  readonly logger: Logger;
}

/** Keeps the row that says "this runner lives". Nothing depends on it but what people see. */
export class Announcer {
  readonly #parts: AnnouncerParts;
  readonly #alarm = new Alarm();
  readonly #calls = new BoundedCalls();
  #loop: Promise<void> = Promise.resolve();
  #stopping = false;

  constructor(parts: AnnouncerParts) {
    this.#parts = parts;
  }

  /** Announces once and then keeps announcing. Throws what the first announcement throws. */
  async start(): Promise<void> {
    await this.#calls.call(this.#parts.announce);
    this.#loop = this.#keep();
  }

  /** Withdraws the announcement; when that fails it expires by itself. Never rejects. */
  async stop(): Promise<void> {
    this.#stopping = true;
    this.#alarm.ring();
    await this.#loop;
    await this.#attempt(this.#parts.withdraw);
  }

  async #keep(): Promise<void> {
    for (;;) {
      await this.#alarm.sleep(ANNOUNCE_MS);
      if (this.#stopping) return;
      await this.#attempt(this.#parts.announce);
    }
  }

  async #attempt(work: () => Promise<void>): Promise<void> {
    try {
      await this.#calls.call(work);
    } catch (error) {
      this.#parts.logger.debug('The row of the runner could not be written', { error });
    }
  }
}
