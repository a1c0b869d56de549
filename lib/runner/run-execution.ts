import type { Queryable } from '../database/read-rows.ts';
import type { EventHub } from '../events.ts';
import type { ClaimedRun } from '../ledger/claim-next-run.ts';
import { isLeaseLost } from '../ledger/lease-lost-error.ts';
import type { LedgerOptions } from '../ledger/ledger-options.ts';
import type { Run } from '../ledger/run.ts';
import type { Logger } from '../logger.ts';
import { decideOutcome, type ReportedOutcome, type WorkEnd } from './decide-outcome.ts';
import { type Follower, OutcomeReport } from './outcome-report.ts';
import { occurrenceId } from './occurrence-id.ts';
import type { Renewals } from './renewals.ts';
import { RunLease } from './run-lease.ts';
import type { RunnerEvents } from './runner-events.ts';
import type { WorkerAdapter } from './worker-adapter.ts';

export interface ExecutionParts {
  readonly database: Queryable;
  readonly ledger: LedgerOptions;
  readonly leaseSeconds: number;
  readonly adapter: WorkerAdapter;
  readonly events: EventHub<RunnerEvents>;
  readonly logger: Logger;
  readonly renewals: Renewals;
  readonly follower: Follower;
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
  readonly #parts: ExecutionParts;
  readonly #lease: RunLease;
  readonly #report: OutcomeReport;
  readonly #abandoned: Promise<WorkEnd>;
  #abandon: () => void = () => undefined;

  constructor(claimed: ClaimedRun, sentAt: number, parts: ExecutionParts) {
    const run = withoutToken(claimed);
    this.run = run;
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
    this.#report = new OutcomeReport(this.#lease, { ...parts, run });
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
    this.#abandon();
    this.#report.hurry();
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
      const run = await this.#report.send(ended);
      if (run.status !== 'QUEUED' && run.status !== 'RUNNING') this.#parts.events.emit(EVENT_OF[run.status], { run });
    } catch (error) {
      if (isLeaseLost(error)) this.#lease.lose('lease_lost', error.status);
      this.#drop(ended);
    } finally {
      this.#report.follow();
    }
  }

  #drop({ outcome, error }: ReportedOutcome): void {
    const { runnerId, workerName, id: runId } = this.run;
    this.#parts.logger.warn('The outcome of a run was not taken', { runId, workerName, runnerId, outcome, error });
    this.#parts.events.emit('outcome-dropped', { run: this.run, outcome, error });
  }
}
