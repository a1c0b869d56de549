import { setTimeout as pause } from 'node:timers/promises';

/** Samples that warm both sides up and are not counted. */
const WARM_UP = 5;
/** Rest after a start, in milliseconds, so that whoever ran it is idle again. */
const REST_MS = 25;

/** Measures, in the process that does both, how soon a handler starts after its work was enqueued. */
export class StartProbe {
  #begin: (at: number) => void = () => undefined;

  /** What the handler does. */
  started(): Promise<void> {
    this.#begin(performance.now());
    return Promise.resolve();
  }

  /** Milliseconds from each call of `enqueue` to the start of its handler, one after the other. */
  async sample(samples: number, enqueue: (index: number) => Promise<unknown>): Promise<number[]> {
    const times: number[] = [];
    for (let index = 0; index < samples + WARM_UP; index += 1) {
      const begun = new Promise<number>((resolve) => (this.#begin = resolve));
      const from = performance.now();
      await enqueue(index);
      times.push((await begun) - from);
      await pause(REST_MS);
    }
    return times.slice(WARM_UP);
  }
}
