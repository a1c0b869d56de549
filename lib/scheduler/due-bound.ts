/** Longest time for which a bound holds (ms): rows that were changed behind our back are found by then. */
const LONGEST_MS = 10_000;

/**
 * The instant before which nothing is due, so that a tick need not walk over what was due in the past: entries of the index
 * stay there for as long as anybody's old snapshot needs them. Edits say NOTIFY when they commit, however long after their
 * own instant that is, and then the whole past is looked at once more.
 */
export class DueBound {
  readonly #clock: () => number;
  #since: string | null = null;
  #until = -Infinity;
  #isStale = false;

  /** `clock` gives milliseconds of a monotonic clock. */
  constructor(clock: () => number) {
    this.#clock = clock;
  }

  /** Nothing is due before this instant; null where that is not known. Asked once at the beginning of a tick. */
  begin(): string | null {
    this.#isStale = false;
    if (this.#clock() >= this.#until) this.#since = null;
    return this.#since;
  }

  /** Everything that was due at this instant has been decided. An edit during the tick is one that it may not have seen. */
  allDecided(at: string): void {
    if (this.#isStale) return;
    if (this.#since === null) this.#until = this.#clock() + LONGEST_MS;
    this.#since = at;
  }

  /** Somebody has changed schedules, or some that are due were left. */
  forget(): void {
    this.#isStale = true;
    this.#since = null;
  }
}
