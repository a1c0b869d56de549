import { isUnavailable } from '../database/postgres-errors.ts';
import type { Queryable } from '../database/read-rows.ts';
import { hasCode } from '../errors.ts';
import type { ClaimedRun } from '../ledger/claim-next-run.ts';
import { type LeaseKey, type LeaseState, renewLease, reportProgress } from '../ledger/lease.ts';
import { isLeaseLost, type LeaseLostError } from '../ledger/lease-lost-error.ts';
import type { LedgerOptions } from '../ledger/ledger-options.ts';
import type { RunStatus } from '../ledger/transitions.ts';
import type { Logger } from '../logger.ts';
import { Alarm } from './alarm.ts';
import { backOffMs } from './back-off.ts';
import { BoundedCalls } from './bounded-calls.ts';
import { heartbeatMs } from './heartbeat.ts';
import type { Renewable, Renewals } from './renewals.ts';
import { type AbortCode, RunAbortedError } from './run-aborted-error.ts';

type LostCode = 'lease_lost' | 'lease_unconfirmed';

export interface LeaseParts {
  readonly database: Queryable;
  readonly ledger: LedgerOptions;
  readonly leaseSeconds: number;
  readonly logger: Logger;
  readonly renewals: Renewals;
  readonly onAborted: (code: AbortCode) => void;
  readonly onLost: (code: LostCode, status: RunStatus | null) => void;
}

/**
 * Keeps the lease of one run while its work goes on and aborts the work's signal when it should end. The database's clock
 * judges the lease; our monotonic clock only tells when we can no longer be sure of it.
 */
export class RunLease implements Renewable {
  readonly key: LeaseKey;
  /** Calls on behalf of this run, so that a locked row of one run does not hold up the others. */
  readonly calls = new BoundedCalls();
  readonly #run: ClaimedRun;
  readonly #parts: LeaseParts;
  readonly #controller = new AbortController();
  readonly #alarm = new Alarm();
  #reason: RunAbortedError | undefined;
  /** When the statement was sent that gave or last prolonged the lease, by performance.now(). */
  #confirmedAt: number;
  #closed = false;
  #lost = false;
  #taken = false;

  /** `sentAt` is when the claim was sent, by performance.now(): its lease began later than that, never earlier. */
  constructor(run: ClaimedRun, sentAt: number, parts: LeaseParts) {
    this.#run = run;
    this.#parts = parts;
    this.#confirmedAt = sentAt;
    this.key = { runId: run.id, leaseToken: run.leaseToken };
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  get reason(): RunAbortedError | undefined {
    return this.#reason;
  }

  /** Whether the ledger said that the lease is not ours any more. */
  get isTaken(): boolean {
    return this.#taken;
  }

  /** Milliseconds for which the lease is surely ours. */
  get remainingMs(): number {
    return Math.max(this.#confirmedAt + this.#parts.leaseSeconds * 1000 - performance.now(), 0);
  }

  /** Milliseconds until the next renewal; that of another lease of the runner counts for this one too. */
  get #dueMs(): number {
    return Math.max(this.#confirmedAt + heartbeatMs(this.#parts.leaseSeconds) - performance.now(), 0);
  }

  /** Renews until closed or lost. Never rejects. */
  async keep(): Promise<void> {
    let failures = 0;
    this.#parts.renewals.join(this);
    for (;;) {
      const pause = failures === 0 ? this.#dueMs : backOffMs(failures, Math.random());
      await this.#alarm.sleep(Math.min(pause, this.remainingMs));
      if (this.#closed) return;
      if (this.remainingMs === 0) this.lose('lease_unconfirmed', null);
      else if (failures > 0 || this.#dueMs === 0) failures = (await this.#renew(failures === 0)) ? 0 : failures + 1;
    }
  }

  /** Ends the renewals. What an answer under way says is no news any more. */
  close(): void {
    this.#closed = true;
    this.#parts.renewals.leave(this);
    this.#alarm.ring();
  }

  /** Aborts the work; the first reason stays. */
  abort(code: AbortCode): void {
    if (this.#reason !== undefined) return;
    this.#reason = new RunAbortedError(code, this.#run.id);
    this.#controller.abort(this.#reason);
    this.#parts.onAborted(code);
  }

  /** Notes, once, that the lease is not ours, or not surely ours, any more. */
  lose(code: LostCode, status: RunStatus | null): void {
    this.#taken ||= code === 'lease_lost';
    if (this.#lost) return;
    this.#lost = true;
    this.close();
    this.abort(code);
    this.#parts.onLost(code, status);
  }

  async progress(value: unknown): Promise<void> {
    const { database, ledger, logger } = this.#parts;
    const { runId } = this.key;
    try {
      this.#learn(await this.calls.call(() => reportProgress(database, { ...this.key, progress: value }, ledger)));
    } catch (error) {
      if (isLeaseLost(error)) this.#refused(error);
      if (!hasCode(error, 'database_unavailable') && !isUnavailable(error)) throw error;
      logger.warn('The progress of a run could not be stored', { runId, error });
    }
  }

  /** With the others of the runner only as long as nothing fails: what stops their statement may not stop ours. */
  async #renew(withOthers: boolean): Promise<boolean> {
    try {
      if (withOthers && (await this.#renewTogether())) return true;
      if (!this.#closed) await this.#renewAlone();
      return true;
    } catch (error) {
      if (isLeaseLost(error)) this.#refused(error);
      else this.#parts.logger.debug('A lease could not be renewed; trying again', { runId: this.#run.id, error });
      return false;
    }
  }

  async #renewTogether(): Promise<boolean> {
    return await this.calls.call(() => this.#parts.renewals.renew(this), { limitMs: this.remainingMs });
  }

  async #renewAlone(): Promise<void> {
    const { database, ledger, leaseSeconds } = this.#parts;
    const sentAt = performance.now();
    const renew = (): Promise<LeaseState> => renewLease(database, { ...this.key, leaseSeconds }, ledger);
    this.confirmed(await this.calls.call(renew, { limitMs: this.remainingMs }), sentAt);
  }

  confirmed(state: LeaseState, sentAt: number): void {
    this.#learn(state);
    this.#confirmedAt = Math.max(this.#confirmedAt, sentAt);
  }

  #learn(state: LeaseState): void {
    if (state.cancelRequestedAt !== null && !this.#closed) this.abort('run_cancelled');
  }

  #refused(error: LeaseLostError): void {
    if (!this.#closed) this.lose('lease_lost', error.status);
  }
}
