import type { EventHub } from '../events.ts';
import type { Logger } from '../logger.ts';
import type { RunnerEvents } from './runner-events.ts';

/** Whether claims get through; says each change once. */
export class Availability {
  readonly #events: EventHub<RunnerEvents>;
  readonly #logger: Logger;
  #failures = 0;

  constructor(events: EventHub<RunnerEvents>, logger: Logger) {
    this.#events = events;
    this.#logger = logger;
  }

  get isAvailable(): boolean {
    return this.#failures === 0;
  }

  /** Counts a failed claim and returns how many there were in a row. */
  failed(error: unknown): number {
    this.#failures += 1;
    if (this.#failures === 1) {
      this.#logger.warn('The runner cannot claim; it goes on trying', { error });
      this.#events.emit('unavailable', { error });
    }
    return this.#failures;
  }

  succeeded(): void {
    const failures = this.#failures;
    this.#failures = 0;
    if (failures === 0) return;
    this.#logger.info('The runner can claim again', { failures });
    this.#events.emit('available', { failures });
  }
}
