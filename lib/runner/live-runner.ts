import type { Queryable } from '../database/read-rows.ts';
import type { EventHub } from '../events.ts';
import { type ClaimedRun, claimNextRun } from '../ledger/claim-next-run.ts';
import type { LedgerOptions } from '../ledger/ledger-options.ts';
import { reportOutcome } from '../ledger/report-outcome.ts';
import { Alarm } from './alarm.ts';
import { Availability } from './availability.ts';
import { BoundedCalls } from './bounded-calls.ts';
import { ClaimLoop } from './claim-loop.ts';
import type { Follower } from './outcome-report.ts';
import { Renewals } from './renewals.ts';
import { RunExecution } from './run-execution.ts';
import type { RunnerEvents } from './runner-events.ts';
import type { RunnerSettings } from './runner-options.ts';

/** unavailable: claims do not get through, and it goes on trying. */
export type RunnerState = 'running' | 'unavailable' | 'stopping' | 'stopped';

/** Milliseconds that work has, after its signal was aborted, before the runner stops without it. */
const ABANDON_MS = 1000;

/** Claims, executes and stops. */
export class LiveRunner {
  readonly #database: Queryable;
  readonly #settings: RunnerSettings;
  readonly #events: EventHub<RunnerEvents>;
  readonly #availability: Availability;
  readonly #claims: ClaimLoop;
  readonly #executions = new Set<RunExecution>();
  /** Everything that must be over before the runner is stopped; none of it rejects. */
  readonly #tasks = new Set<Promise<void>>();
  readonly #renewals: Renewals;
  readonly #follower: Follower;
  #isLeaving = false;
  #claiming: Promise<void> = Promise.resolve();
  #stopSides: () => Promise<void> = () => Promise.resolve();
  #stopped: Promise<void> | undefined;
  #isStopped = false;

  constructor(database: Queryable, settings: RunnerSettings, events: EventHub<RunnerEvents>) {
    this.#database = database;
    this.#settings = settings;
    this.#events = events;
    this.#availability = new Availability(events, settings.logger);
    const { adapters, runnerId, leaseSeconds, names, logger } = settings;
    const input = { workerNames: [...adapters.keys()], runnerId, leaseSeconds };
    this.#renewals = new Renewals({ database, ledger: this.#ledger, leaseSeconds, logger });
    this.#follower = {
      nextClaim: () => (this.#stopped === undefined ? input : null),
      begin: (run, sentAt) => this.#begin(run, sentAt),
      beginLate: (run, sentAt) => (this.#hasRoom ? this.#begin(run, sentAt) : this.#giveBack(run)),
    };
    this.#claims = new ClaimLoop({
      claim: () => claimNextRun(database, input, { names }),
      hasRoom: () => this.#hasRoom,
      begin: (run, sentAt) => this.#begin(run, sentAt),
      giveBack: (run) => this.#giveBack(run),
      pollMs: settings.pollSeconds * 1000,
      availability: this.#availability,
    });
  }

  /** Options of the ledger's calls. */
  get #ledger(): LedgerOptions {
    const { names, ledgerColumns, logger } = this.#settings;
    return { names, ledgerColumns, logger };
  }

  get #hasRoom(): boolean {
    return this.#executions.size < this.#settings.concurrency;
  }

  get state(): RunnerState {
    if (this.#isStopped) return 'stopped';
    if (this.#stopped !== undefined) return 'stopping';
    return this.#availability.isAvailable ? 'running' : 'unavailable';
  }

  /** `stopSides` ends what serves the runner besides its claims; it must not reject. */
  start(stopSides: () => Promise<void>): void {
    this.#stopSides = stopSides;
    this.#claiming = this.#claims.run();
  }

  wake(): void {
    this.#claims.wake();
  }

  stop(): Promise<void> {
    this.#stopped ??= this.#stop();
    return this.#stopped;
  }

  async #stop(): Promise<void> {
    this.#claims.stop();
    await Promise.all([this.#stopSides(), this.#drain()]);
    this.#isStopped = true;
    this.#events.emit('stopped', { runnerId: this.#settings.runnerId });
  }

  /** Grace, then abort, then leave. A claim that was under way is still executed when its answer comes. */
  async #drain(): Promise<void> {
    const alarm = new Alarm();
    const drained = this.#claiming.then(() => this.#settleTasks()).then(() => alarm.ring());
    await alarm.sleep(this.#settings.graceSeconds * 1000);
    await this.#claiming;
    this.#isLeaving = true;
    if (this.#executions.size > 0) {
      for (const execution of this.#executions) execution.interrupt();
      await Promise.race([drained, alarm.sleep(ABANDON_MS)]);
    }
    for (const execution of this.#executions) execution.leave();
    await drained;
  }

  /** A task may bring forth another: a run is claimed with the report of the one before it. */
  async #settleTasks(): Promise<void> {
    while (this.#tasks.size > 0) await Promise.all(this.#tasks);
  }

  #begin(claimed: ClaimedRun, sentAt: number): void {
    const { adapters, leaseSeconds, logger } = this.#settings;
    const adapter = adapters.get(claimed.workerName);
    const isOver = performance.now() - sentAt >= leaseSeconds * 1000;
    if (adapter === undefined || isOver || this.#isLeaving) {
      this.#giveBack(claimed);
      return;
    }
    const own = { database: this.#database, ledger: this.#ledger, events: this.#events };
    const parts = { ...own, leaseSeconds, adapter, logger, renewals: this.#renewals, follower: this.#follower };
    const execution = new RunExecution(claimed, sentAt, parts);
    this.#executions.add(execution);
    this.#track(
      execution.execute().finally(() => {
        this.#executions.delete(execution);
        this.#claims.wake();
      }),
    );
  }

  /** Ends a run that was claimed and cannot be executed; when even that fails, its lease ends it. */
  #giveBack({ id: runId, leaseToken }: ClaimedRun): void {
    if (this.#isStopped) return;
    const error = `RunnerError: ${this.#settings.runnerId} claimed the run and could not begin it`;
    const input = { runId, leaseToken, outcome: 'INTERRUPTED', error } as const;
    const limit = this.#isLeaving ? { limitMs: ABANDON_MS } : {};
    const reported = new BoundedCalls().call(() => reportOutcome(this.#database, input, this.#ledger), limit);
    this.#track(
      reported.then(
        () => undefined,
        (fault: unknown) =>
          this.#settings.logger.warn('A claimed run could not be given back', { runId, error: fault }),
      ),
    );
  }

  #track(task: Promise<void>): void {
    this.#tasks.add(task);
    void task.finally(() => this.#tasks.delete(task));
  }
}
