import type { Agenda } from './agenda.ts';
import { behaviourOf } from './behaviour.ts';
import type { PredictedRun } from './predicted-run.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const MOST_ATTEMPTS = 3;
/** With the jitter in the middle of its range: a minute after the first attempt, two after the second. */
const DELAYS = [0, 60_000, 120_000];

/** The runs of one worker as they should come, go and be repeated. */
export class PredictedRuns {
  readonly runs: PredictedRun[] = [];
  readonly #seed: number;
  readonly #agenda: Agenda;
  #until = 0;
  #isAbandoned = false;

  constructor(seed: number, agenda: Agenda) {
    this.#seed = seed;
    this.#agenda = agenda;
  }

  /** Place of the run that holds the slot, or undefined. */
  get active(): number | undefined {
    const last = this.runs.at(-1);
    return last?.status === 'QUEUED' || last?.status === 'RUNNING' ? this.runs.length - 1 : undefined;
  }

  /** The first two passes of a tick. */
  sweep(now: number): void {
    const last = this.runs.at(-1);
    if (last === undefined) return;
    if (last.status === 'RUNNING' && this.#isAbandoned && this.#until <= now) {
      Object.assign(last, { status: 'INTERRUPTED', finishedAt: now });
    }
    if (this.#isOwed(last, now)) this.#queue(last, now);
  }

  /** A run for an occurrence. Returns its place. */
  enqueue(scheduledFor: number, now: number): number {
    this.runs.push({
      ...{ scheduledFor, attempt: 1, retryOf: null, queuedAt: now, notBefore: null },
      ...{ status: 'QUEUED', finishedAt: null },
    });
    return this.runs.length - 1;
  }

  /** What the runners do after the tick. */
  work(now: number): void {
    const last = this.runs.at(-1);
    if (last?.status === 'RUNNING' && !this.#isAbandoned && this.#until <= now) {
      Object.assign(last, { status: 'SUCCESS', finishedAt: now });
    }
    if (last?.status === 'QUEUED' && (last.notBefore ?? now) <= now) this.#start(last, now);
  }

  #isOwed({ status, attempt, finishedAt, notBefore }: PredictedRun, now: number): boolean {
    if ((status !== 'FAILED' && status !== 'INTERRUPTED') || attempt >= MOST_ATTEMPTS) return false;
    return (finishedAt ?? 0) > now - DAY && (notBefore ?? now) <= now;
  }

  #queue({ scheduledFor, attempt }: PredictedRun, now: number): void {
    const notBefore = now + (DELAYS[attempt] ?? NaN);
    const retryOf = this.runs.length - 1;
    this.runs.push({
      ...{ scheduledFor, attempt: attempt + 1, retryOf, queuedAt: now, notBefore },
      ...{ status: 'QUEUED', finishedAt: null },
    });
  }

  #start(run: PredictedRun, now: number): void {
    const { scheduledFor, attempt } = run;
    const behaviour = behaviourOf(this.#seed, { agenda: this.#agenda, scheduledFor, attempt });
    if (behaviour.kind === 'succeed') Object.assign(run, { status: 'SUCCESS', finishedAt: now });
    else if (behaviour.kind === 'fail') Object.assign(run, { status: 'FAILED', finishedAt: now });
    else {
      run.status = 'RUNNING';
      this.#until = now + behaviour.hours * HOUR;
      this.#isAbandoned = behaviour.kind === 'abandon';
    }
  }
}
