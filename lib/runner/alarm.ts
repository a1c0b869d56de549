/** A sleep that others can cut short; a ring that comes while nobody sleeps ends the next sleep at once. */
export class Alarm {
  #wake: (() => void) | undefined;
  #rung = false;

  /** Resolves after `ms` (at most 2^31-1) or at the next ring. For one sleeper at a time. */
  async sleep(ms: number): Promise<void> {
    if (!this.#rung) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms);
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    this.#wake = undefined;
    this.#rung = false;
  }

  ring(): void {
    this.#rung = true;
    this.#wake?.();
  }
}
