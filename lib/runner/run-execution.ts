import type { Knex } from 'knex';
import type { EventHub } from '../events.ts';
import type { ClaimedRun } from '../ledger/claim-next-run.ts';
import { isLeaseLost } from '../ledger/lease-lost-error.ts';
import type { LedgerOptions } from '../ledger/ledger-options.ts';
import { reportOutcome } from '../ledger/report-outcome.ts';
import type { Run } from '../ledger/run.ts';
import type { Logger } from '../logger.ts';
import { Alarm } from './alarm.ts';
import { backOffMs } from './back-off.ts';
import { decideOutcome, type ReportedOutcome, type WorkEnd } from './decide-outcome.ts';
import { occurrenceId } from './occurrence-id.ts';
import { RunLease } from './run-lease.ts';
import type { RunnerEvents } from './runner-events.ts';
import type { WorkerAdapter } from './worker-adapter.ts';

export interface ExecutionParts {
  readonly knex: Knex;
  readonly ledger: LedgerOptions;
  readonly leaseSeconds: number;
  readonly adapter: WorkerAdapter;
  readonly events: EventHub<RunnerEvents>;
  readonly logger: Logger;
}

const EVENT_OF = {
  SUCCESS: 'succeeded',
  FAILED: 'failed',
  INTERRUPTED: 'interrupted',
  CANCELLED: 'cancelled',
} as const;

/** The token stays with us: an adapter that held it could report in our place. */
function withoutToken(claimed: ClaimedRun): Run {
  const run: Run & { leaseToken?: string } = { ...claimed };
  delete run.leaseToken;
  return run;
}

/** The execution of one claimed run: its adapter's work, its lease and the report of how it ended. */
export class RunExecution {
  readonly run: Run;
  readonly #token: string;
  readonly #parts: ExecutionParts;
  readonly #lease: RunLease;
  readonly #alarm = new Alarm();
  readonly #abandoned: Promise<WorkEnd>;
  #abandon: () => void = () => undefined;
  #leaving = false;

  constructor(claimed: ClaimedRun, sentAt: number, parts: ExecutionParts) {
    const run = withoutToken(claimed);
    this.run = run;
    this.#token = claimed.leaseToken;
    this.#parts = parts;
    this.#abandoned = new Promise((resolve) => (this.#abandon = () => resolve({ kind: 'abandoned' })));
    this.#lease = new RunLease(claimed, sentAt, {
      ...parts,
      onAborted: (code) => parts.events.emit('aborted', { run, code }),
      onLost: (code, status) => {
        parts.logger.warn('The lease of a run is lost', { runId: run.id, workerName: run.workerName, code, status });
        parts.events.emit('lease-lost', { run, code, status });
      },
    });
  }

  /** Executes and reports. Never rejects; ends soon after `leave` even when the adapter does not. */
  async execute(): Promise<void> {
    this.#parts.events.emit('claimed', { run: this.run });
    const keeping = this.#lease.keep();
    const end = await Promise.race([this.#work(), this.#abandoned]);
    this.#lease.close();
    if (end.kind === 'abandoned') this.#parts.events.emit('abandoned', { run: this.run });
    await this.#settle(decideOutcome(end, this.#lease.reason));
    await keeping;
  }

  /** Asks the work to end because the runner stops. */
  interrupt(): void {
    this.#lease.abort('runner_stopping');
  }

  /** Waits no longer for the work, and tries only once more to report. */
  leave(): void {
    this.#leaving = true;
    this.#abandon();
    this.#alarm.ring();
  }

  #isLeaving(): boolean {
    return this.#leaving;
  }

  async #work(): Promise<WorkEnd> {
    const { adapter, logger } = this.#parts;
    try {
      await adapter.run(this.run, {
        signal: this.#lease.signal,
        progress: (value) => this.#progress(value),
        scheduledFor: this.run.scheduledFor,
        occurrenceId: occurrenceId(this.run),
        attempt: this.run.attempt,
        logger,
      });
      return { kind: 'returned' };
    } catch (error) {
      return { kind: 'threw', error };
    }
  }

  /** An adapter that does not wait for its progress must not end its process by a rejection that nobody handles. */
  #progress(value: unknown): Promise<void> {
    const stored = this.#lease.progress(value);
    stored.catch(() => undefined);
    return stored;
  }

  async #settle(ended: ReportedOutcome): Promise<void> {
    if (this.#lease.isTaken) {
      this.#drop(ended);
      return;
    }
    try {
      const run = await this.#report(ended);
      if (run.status !== 'QUEUED' && run.status !== 'RUNNING') this.#parts.events.emit(EVENT_OF[run.status], { run });
    } catch (error) {
      if (isLeaseLost(error)) this.#lease.lose('lease_lost', error.status);
      this.#drop(ended);
    }
  }

  /** Repeats the report while the lease is surely ours: a repeated one is answered as done, so a lost answer harms nothing. */
  async #report(ended: ReportedOutcome): Promise<Run> {
    for (let failures = 1; ; failures += 1) {
      const last = this.#isLeaving() || this.#lease.remainingMs === 0;
      const answer = await this.#reportOnce(ended);
      if ('run' in answer) return answer.run;
      if (last || this.#isLeaving() || isLeaseLost(answer.fault)) throw answer.fault;
      await this.#alarm.sleep(Math.min(backOffMs(failures, Math.random()), this.#lease.remainingMs));
    }
  }

  async #reportOnce({ outcome, error }: ReportedOutcome): Promise<{ readonly run: Run } | { readonly fault: unknown }> {
    const { knex, ledger, logger } = this.#parts;
    const input = { runId: this.run.id, leaseToken: this.#token, outcome, ...(error === null ? {} : { error }) };
    try {
      return { run: await this.#lease.calls.call(() => reportOutcome(knex, input, ledger)) };
    } catch (fault) {
      logger.debug('An outcome could not be reported', { runId: this.run.id, outcome, error: fault });
      return { fault };
    }
  }

  #drop({ outcome, error }: ReportedOutcome): void {
    const { runnerId, workerName, id: runId } = this.run;
    this.#parts.logger.warn('The outcome of a run was not taken', { runId, workerName, runnerId, outcome, error });
    this.#parts.events.emit('outcome-dropped', { run: this.run, outcome, error });
  }
}
