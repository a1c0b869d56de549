/** Host code that runs longer than this gives its place to others, so that ten that hang do not stop the eleventh. */
const SLOW_MS = 250;

/** Lets at most `width` tasks begin at a time; a slow one stops counting after a while. */
export class Limiter {
  readonly #width: number;
  readonly #queue: (() => void)[] = [];
  #running = 0;

  constructor(width: number) {
    this.#width = width;
  }

  /** Waits for a place; the answer gives it back, once, by itself after 250 ms. */
  async enter(): Promise<() => void> {
    while (this.#running >= this.#width) await new Promise<void>((resolve) => this.#queue.push(resolve));
    this.#running += 1;
    let inside = true;
    const leave = (): void => {
      clearTimeout(slow);
      if (!inside) return;
      inside = false;
      this.#running -= 1;
      this.#queue.shift()?.();
    };
    const slow = setTimeout(leave, SLOW_MS).unref();
    return leave;
  }
}
