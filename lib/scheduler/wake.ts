import { callAt, MAX_TIMER_MS } from './call-at.ts';

/** A sleep that others can end; a wake-up that comes before the sleep is not lost. */
export class Wake {
  #pending = false;
  #end: (() => void) | undefined;

  /** Ends the sleep under way, or the next one. */
  readonly wake = (): void => {
    this.#pending = true;
    this.#end?.();
  };

  /** Sleeps at most `longestMs`, and at least `shortestMs` even when woken, both from `since` (performance.now()) on. */
  async sleep(shortestMs: number, longestMs: number, since = performance.now()): Promise<void> {
    const shortest = (): number => since + shortestMs - performance.now();
    while (shortest() > 0) await timer(shortest());
    if (!this.#pending) await this.#restUntil(since + longestMs);
    this.#pending = false;
  }

  #restUntil(deadline: number): Promise<void> {
    return new Promise((resolve) => {
      this.#end = callAt(deadline, () => {
        this.#end = undefined;
        resolve();
      });
    });
  }
}

function timer(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.min(Math.ceil(ms), MAX_TIMER_MS)));
}
