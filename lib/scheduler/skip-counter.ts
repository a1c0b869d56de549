/**
 * Counts the skips of each worker in a row and says which are worth a warning: the 3rd, the 10th, the 100th, the 1000th …
 * A new leader counts from zero: the fires keep the whole history.
 */
export class SkipCounter {
  readonly #counts = new Map<string, number>();

  /** Counts a skip; the answer is the number in a row when it is worth a warning. */
  skipped(workerName: string): number | null {
    const count = (this.#counts.get(workerName) ?? 0) + 1;
    this.#counts.set(workerName, count);
    return count === 3 || (count >= 10 && Number.isInteger(Math.log10(count))) ? count : null;
  }

  /** Any other outcome ends the row. */
  ended(workerName: string): void {
    this.#counts.delete(workerName);
  }
}
