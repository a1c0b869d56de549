import type { Logger } from './logger.ts';

type Listener<Payload> = (payload: Payload) => void;

/**
 * Typed events of one object. The ledger is the truth and events are a courtesy: a listener that throws is logged and
 * harms nobody, and no event needs a listener.
 */
export class EventHub<Events extends object> {
  readonly #listeners = new Map<keyof Events, Set<Listener<never>>>();
  readonly #logger: Logger;

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  /** Calls `listener` for each event of this name; the answer stops it. */
  on<Name extends keyof Events>(name: Name, listener: Listener<Events[Name]>): () => void {
    const listeners = this.#listeners.get(name) ?? new Set();
    this.#listeners.set(name, listeners.add(listener));
    return () => void listeners.delete(listener);
  }

  emit<Name extends keyof Events>(name: Name, payload: Events[Name]): void {
    for (const listener of this.#listeners.get(name) ?? []) {
      try {
        (listener as Listener<Events[Name]>)(payload);
      } catch (error) {
        this.#logger.error(`A listener of the event "${String(name)}" threw`, { error });
      }
    }
  }
}
