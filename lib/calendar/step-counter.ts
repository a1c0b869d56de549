/** More months and offset changes than any accepted expression can make a walk visit (the rarest waits 40 years). */
const STEP_LIMIT = 5000;

/** Counts the months and stretches that one search visits and ends it at a limit, so that no input can take long. */
export class StepCounter {
  #steps = 0;

  get steps(): number {
    return this.#steps;
  }

  /** Counts one step; false when the search must stop. */
  step(): boolean {
    this.#steps += 1;
    return this.#steps <= STEP_LIMIT;
  }
}
