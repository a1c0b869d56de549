/** What a poller has found. */
export interface Polled<Data> {
  /** The newest good answer. */
  readonly data: Data | undefined;
  /** Why there is no newer one. */
  readonly error: unknown;
}

/** What starts and stops timers; the browser's, or a test's. */
export interface Timers {
  start(work: () => void, afterMs: number): unknown;
  stop(timer: unknown): void;
}

export interface PollerOptions<Data> {
  readonly read: (signal: AbortSignal) => Promise<Data>;
  readonly onChange: (polled: Polled<Data>) => void;
  readonly timers: Timers;
}

const POLL_MS = 5000;
const LONGEST_FAILING_MS = 30_000;
const LONGEST_HIDDEN_MS = 300_000;

/**
 * Reads again and again, one call at a time: every 5 s, ever later while it fails (to 30 s) or while nobody looks (to
 * 5 min), and at once when somebody looks again or something was changed.
 */
export class Poller<Data> {
  readonly #options: PollerOptions<Data>;
  readonly #ending = new AbortController();
  #timer: unknown;
  #isReading = false;
  #isWanted = false;
  #isHidden = false;
  /** Calls in a row that failed, or that nobody saw. */
  #idleCalls = 0;
  #data: Data | undefined;

  constructor(options: PollerOptions<Data>) {
    this.#options = options;
  }

  /** Reads now, or once more when a call is on its way that may have been too early. */
  refresh(): void {
    this.#idleCalls = 0;
    if (this.#isReading) this.#isWanted = true;
    else void this.#read();
  }

  /** Says whether somebody looks. */
  hide(isHidden: boolean): void {
    if (isHidden === this.#isHidden) return;
    this.#isHidden = isHidden;
    if (isHidden) this.#idleCalls = 0;
    else this.refresh();
  }

  /** Ends it for good; a call on its way is given up. */
  stop(): void {
    this.#ending.abort();
    this.#options.timers.stop(this.#timer);
  }

  async #read(): Promise<void> {
    const { read, onChange, timers } = this.#options;
    timers.stop(this.#timer);
    this.#isReading = true;
    let error: unknown;
    try {
      this.#data = await read(this.#ending.signal);
      this.#idleCalls = this.#isHidden ? this.#idleCalls + 1 : 0;
    } catch (thrown) {
      error = thrown;
      this.#idleCalls += 1;
    }
    this.#isReading = false;
    if (this.#ending.signal.aborted) return;
    onChange({ data: this.#data, error });
    this.#goOn();
  }

  #goOn(): void {
    if (this.#isWanted) {
      this.#isWanted = false;
      void this.#read();
      return;
    }
    const longest = this.#isHidden ? LONGEST_HIDDEN_MS : LONGEST_FAILING_MS;
    const afterMs = Math.min(POLL_MS * 2 ** Math.min(this.#idleCalls, 10), longest);
    this.#timer = this.#options.timers.start(() => void this.#read(), afterMs);
  }
}
