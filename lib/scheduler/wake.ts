/** Timers longer than this become 1 ms in Node. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** A sleep that others can end; a wake-up that comes before the sleep is not lost. */
export class Wake {
  #pending = false;
  #end: (() => void) | undefined;

  /** Ends the sleep under way, or the next one. */
  readonly wake = (): void => {
    this.#pending = true;
    this.#end?.();
  };

  /** Sleeps at most `longestMs`, and at least `shortestMs` even when woken. */
  async sleep(shortestMs: number, longestMs: number): Promise<void> {
    if (shortestMs > 0) await timer(shortestMs);
    if (!this.#pending && longestMs > shortestMs) await this.#rest(longestMs - shortestMs);
    this.#pending = false;
  }

  #rest(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(handle);
        this.#end = undefined;
        resolve();
      };
      const handle = setTimeout(end, Math.min(ms, MAX_TIMER_MS));
      this.#end = end;
    });
  }
}

function timer(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.min(ms, MAX_TIMER_MS)));
}
