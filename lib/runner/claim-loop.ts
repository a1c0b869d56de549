import type { ClaimedRun } from '../ledger/claim-next-run.ts';
import { Alarm } from './alarm.ts';
import type { Availability } from './availability.ts';
import { backOffMs } from './back-off.ts';
import { BoundedCalls } from './bounded-calls.ts';

export interface ClaimLoopParts {
  readonly claim: () => Promise<ClaimedRun | null>;
  readonly hasRoom: () => boolean;
  /** `sentAt` is when the claim was sent, by performance.now(). */
  readonly begin: (run: ClaimedRun, sentAt: number) => void;
  /** Gives back a run whose claim was answered when nobody waited for it any more. */
  readonly giveBack: (run: ClaimedRun) => void;
  readonly pollMs: number;
  readonly availability: Availability;
}

/** How long a stop waits for a claim that was given up: a run that it brings would stay RUNNING for a lease (ms). */
const PATIENCE_MS = 1000;

/** Claims while there is room, then sleeps until the next poll or a wake-up; backs off while claims fail. */
export class ClaimLoop {
  readonly #parts: ClaimLoopParts;
  readonly #alarm = new Alarm();
  readonly #calls = new BoundedCalls();
  #stopping = false;

  constructor(parts: ClaimLoopParts) {
    this.#parts = parts;
  }

  /** Looks for work now. */
  wake(): void {
    this.#alarm.ring();
  }

  /** Sends no further claim. */
  stop(): void {
    this.#stopping = true;
    this.#alarm.ring();
  }

  /** Runs until stopped, and waits a little for answers that are overdue. Never rejects. */
  async run(): Promise<void> {
    while (!this.#stopping) {
      await this.#alarm.sleep(await this.#fill());
    }
    await this.#calls.settle(PATIENCE_MS);
  }

  /** Claims until there is no room or no work; returns how long to sleep, in milliseconds. */
  async #fill(): Promise<number> {
    const { hasRoom, availability, pollMs } = this.#parts;
    try {
      let found = true;
      while (found && hasRoom() && !this.#stopping) found = await this.#claimOne();
      return pollMs;
    } catch (error) {
      return backOffMs(availability.failed(error), Math.random());
    }
  }

  async #claimOne(): Promise<boolean> {
    const sentAt = performance.now();
    const run = await this.#calls.call(this.#parts.claim, { onLate: (late) => this.#late(late, sentAt) });
    this.#parts.availability.succeeded();
    if (run !== null) this.#parts.begin(run, sentAt);
    return run !== null;
  }

  /** The claim was committed after we had stopped to wait for it: without a runner its slot would be mute for a lease. */
  #late(run: ClaimedRun | null, sentAt: number): void {
    if (run === null) return;
    if (this.#parts.hasRoom() && !this.#stopping) this.#parts.begin(run, sentAt);
    else this.#parts.giveBack(run);
  }
}
