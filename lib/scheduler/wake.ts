/** Timers longer than this become 1 ms in Node. */
const MAX_TIMER_MS = 2 ** 31 - 1;
/** Node's timers know whole milliseconds, and come up to one early or late: what is left below that is waited for turn by turn. */
const TIMER_STEP_MS = 1;

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
      let handle: NodeJS.Timeout | undefined;
      const end = (): void => {
        clearTimeout(handle);
        this.#end = undefined;
        resolve();
      };
      const look = (): void => {
        if (this.#end !== end) return;
        const leftMs = deadline - performance.now();
        if (leftMs <= 0) end();
        else if (leftMs < TIMER_STEP_MS) setImmediate(look);
        else handle = setTimeout(look, Math.min(Math.floor(leftMs), MAX_TIMER_MS));
      };
      this.#end = end;
      look();
    });
  }
}

function timer(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.min(Math.ceil(ms), MAX_TIMER_MS)));
}
