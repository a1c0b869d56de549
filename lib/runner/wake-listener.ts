import type { Knex } from 'knex';
import { type HeldSession, openHeldSession } from '../database/held-session.ts';
import { quote } from '../database/identifiers.ts';
import { execute } from '../database/read-rows.ts';
import { hasCode } from '../errors.ts';
import type { Logger } from '../logger.ts';
import { Alarm } from './alarm.ts';
import { backOffMs } from './back-off.ts';
import { CALL_LIMIT_MS } from './bounded-calls.ts';

export interface WakeListenerParts {
  readonly knex: Knex;
  readonly channel: string;
  readonly connection?: Knex.Config['connection'] | undefined;
  readonly onWake: () => void;
  readonly logger: Logger;
}

/**
 * Hears at once that a run was queued. A courtesy: while its session is away, or behind a pooler that has no sessions,
 * polling finds the runs.
 */
export class WakeListener {
  readonly #parts: WakeListenerParts;
  readonly #alarm = new Alarm();
  #loop: Promise<void> = Promise.resolve();
  #hangUp: () => void = () => undefined;
  #stopping = false;

  constructor(parts: WakeListenerParts) {
    this.#parts = parts;
  }

  start(): void {
    this.#loop = this.#listen();
  }

  /** Ends the session, in bounded time. Never rejects. */
  async stop(): Promise<void> {
    this.#stopping = true;
    this.#alarm.ring();
    this.#hangUp();
    const patience = new Alarm();
    void this.#loop.then(() => patience.ring());
    await patience.sleep(CALL_LIMIT_MS);
  }

  async #listen(): Promise<void> {
    let failures = 0;
    for (;;) {
      const heard = await this.#hold();
      if (heard === 'pooled' || this.#stopping) return;
      failures = heard === 'lost' ? 1 : failures + 1;
      await this.#alarm.sleep(backOffMs(failures, Math.random()));
    }
  }

  /** Holds one session until it is lost. */
  async #hold(): Promise<'pooled' | 'lost' | 'failed'> {
    if (this.#stopping) return 'failed';
    try {
      const { knex, connection } = this.#parts;
      const session = await openHeldSession(knex, {
        applicationName: 'worker-schedules runner',
        connection,
        limitMs: CALL_LIMIT_MS,
      });
      try {
        return await this.#attend(session);
      } finally {
        await session.close();
      }
    } catch (error) {
      return this.#excuse(error);
    }
  }

  /** Behind a pooler there is nothing to be heard, today or later; any other fault may pass. */
  #excuse(error: unknown): 'pooled' | 'failed' {
    const { logger } = this.#parts;
    if (hasCode(error, 'connection_pooled')) {
      logger.warn(
        'There is a pooler between the runner and the database: it polls; give `connection` to be woken at once',
      );
      return 'pooled';
    }
    logger.debug('The runner cannot listen for wake-ups; polling goes on', { error });
    return 'failed';
  }

  async #attend(session: HeldSession): Promise<'lost'> {
    session.onNotification(() => this.#parts.onWake());
    await session.run((database) => execute(database, `LISTEN ${quote(this.#parts.channel)}`));
    this.#parts.onWake();
    await this.#untilLost(session.lost);
    return 'lost';
  }

  async #untilLost(lost: AbortSignal): Promise<void> {
    if (this.#stopping || lost.aborted) return;
    await new Promise<void>((resolve) => {
      this.#hangUp = resolve;
      lost.addEventListener('abort', () => resolve(), { once: true });
    });
  }
}
