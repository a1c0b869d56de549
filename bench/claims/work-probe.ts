/** Times work that does nothing: from the first start of a handler, and says when the last one has started. */
export class WorkProbe {
  readonly #jobs: number;
  #started = 0;
  #firstAt = NaN;
  #allStarted: () => void = () => undefined;
  readonly allStarted = new Promise<void>((resolve) => (this.#allStarted = resolve));

  constructor(jobs: number) {
    this.#jobs = jobs;
  }

  /** What the handler does, with how many jobs it was given. */
  started(count = 1): Promise<void> {
    if (this.#started === 0) this.#firstAt = performance.now();
    this.#started += count;
    if (this.#started >= this.#jobs) this.#allStarted();
    return Promise.resolve();
  }

  /** Milliseconds since the first start. */
  elapsed(): number {
    return performance.now() - this.#firstAt;
  }
}
