import type { Queryable } from '../database/read-rows.ts';
import type { ClaimedRun, ClaimInput } from '../ledger/claim-next-run.ts';
import { isLeaseLost } from '../ledger/lease-lost-error.ts';
import type { LedgerOptions } from '../ledger/ledger-options.ts';
import { reportAndClaim } from '../ledger/report-outcome.ts';
import type { Run } from '../ledger/run.ts';
import type { Logger } from '../logger.ts';
import { Alarm } from './alarm.ts';
import { backOffMs } from './back-off.ts';
import type { ReportedOutcome } from './decide-outcome.ts';
import type { RunLease } from './run-lease.ts';

/** What a runner does with the run that it claims along with a report. */
export interface Follower {
  /** What may be claimed now; null when nothing may. */
  nextClaim(): ClaimInput | null;
  /** `sentAt` is when the report was sent, by performance.now(). */
  begin(run: ClaimedRun, sentAt: number): void;
  /** Like begin, for an answer that came when nobody waited for it any more. */
  beginLate(run: ClaimedRun, sentAt: number): void;
}

export interface ReportParts {
  /** The run as it was claimed. */
  readonly run: Run;
  readonly database: Queryable;
  readonly ledger: LedgerOptions;
  readonly logger: Logger;
  readonly follower: Follower;
}

/** The report of how one run ended. */
export class OutcomeReport {
  readonly #lease: RunLease;
  readonly #parts: ReportParts;
  readonly #alarm = new Alarm();
  #isHurried = false;
  #isOver = false;
  #claimed: { readonly run: ClaimedRun; readonly sentAt: number } | undefined;

  constructor(lease: RunLease, parts: ReportParts) {
    this.#lease = lease;
    this.#parts = parts;
  }

  /** Tries only once more. */
  hurry(): void {
    this.#isHurried = true;
    this.#alarm.ring();
  }

  /**
   * Repeats the report while the lease is surely ours: a repeated one is answered as done, so a lost answer harms nothing.
   * Throws what the last try threw. Only the first claims too: what is wrong with another run must not keep this one from
   * being reported.
   */
  async send(ended: ReportedOutcome): Promise<Run> {
    let claim = this.#parts.follower.nextClaim();
    for (let failures = 1; ; failures += 1) {
      const last = this.#hurried() || this.#lease.remainingMs === 0;
      const answer = await this.#sendOnce(ended, claim);
      if ('run' in answer) return answer.run;
      if (last || this.#hurried() || isLeaseLost(answer.fault)) throw answer.fault;
      claim = null;
      await this.#alarm.sleep(Math.min(backOffMs(failures, Math.random()), this.#lease.remainingMs));
    }
  }

  async #sendOnce(
    { outcome, error }: ReportedOutcome,
    claim: ClaimInput | null,
  ): Promise<{ readonly run: Run } | { readonly fault: unknown }> {
    const { run: claimed, database, ledger, logger } = this.#parts;
    const report = { ...this.#lease.key, outcome, ...(error === null ? {} : { error }) };
    const sentAt = performance.now();
    const send = async (): Promise<Run> => {
      const { run, next } = await reportAndClaim(database, { report, claim, claimed }, ledger);
      if (next !== null) this.#take(next, sentAt);
      return run;
    };
    try {
      return { run: await this.#lease.calls.call(send) };
    } catch (fault) {
      logger.debug('An outcome could not be reported', { runId: this.#lease.key.runId, outcome, error: fault });
      return { fault };
    }
  }

  /** Goes on with the run that was claimed along, if there was one. To be called once, when the report was sent or failed. */
  follow(): void {
    this.#isOver = true;
    if (this.#claimed !== undefined) this.#parts.follower.begin(this.#claimed.run, this.#claimed.sentAt);
  }

  /** The answer to the first report may come while a repeated one is under way, or when none is. */
  #take(run: ClaimedRun, sentAt: number): void {
    if (this.#isOver) this.#parts.follower.beginLate(run, sentAt);
    else this.#claimed = { run, sentAt };
  }

  #hurried(): boolean {
    return this.#isHurried;
  }
}
