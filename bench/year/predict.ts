import type { Agenda } from './agenda.ts';
import type { Beat, Decision } from './beat.ts';
import { type ChangesOf, Occurrences } from './occurrences.ts';
import type { PredictedFire, PredictedRun } from './predicted-run.ts';
import { PredictedRuns } from './predicted-runs.ts';
import type { Scenario } from './scenario.ts';

/** What should have become of one schedule. */
export interface Prediction {
  readonly decisions: readonly Decision[];
  readonly fires: readonly PredictedFire[];
  readonly runs: readonly PredictedRun[];
  readonly nextRunAt: number;
  readonly lastEnqueuedAt: number | null;
  readonly lastSkippedAt: number | null;
}

export interface PredictionParts {
  readonly scenario: Pick<Scenario, 'seed' | 'span'>;
  readonly agenda: Agenda;
  readonly beats: readonly Beat[];
  readonly changesOf: ChangesOf;
  /** Told the next run after each beat. */
  readonly onNext: (beat: number, nextRunAt: number) => void;
}

/** Says, from the calendar and the moments at which somebody looked, what every occurrence must have become. Pure. */
export function predict({ scenario, agenda, beats, changesOf, onNext }: PredictionParts): Prediction {
  const occurrences = new Occurrences(agenda, scenario.span, changesOf);
  const forecast = new Forecast(occurrences, new PredictedRuns(scenario.seed, agenda), scenario.span[0]);
  for (const [index, beat] of beats.entries()) {
    forecast.live(beat);
    onNext(index, forecast.nextRunAt);
  }
  return forecast;
}

class Forecast implements Prediction {
  readonly decisions: Decision[] = [];
  readonly fires: PredictedFire[] = [];
  nextRunAt: number;
  lastEnqueuedAt: number | null = null;
  lastSkippedAt: number | null = null;
  readonly #occurrences: Occurrences;
  readonly #ledger: PredictedRuns;
  readonly #decided = new Set<number>();
  #lastNow = Infinity;

  constructor(occurrences: Occurrences, ledger: PredictedRuns, createdAt: number) {
    this.#occurrences = occurrences;
    this.#ledger = ledger;
    this.nextRunAt = occurrences.next(createdAt);
  }

  get runs(): readonly PredictedRun[] {
    return this.#ledger.runs;
  }

  live({ now, leaderStarted }: Beat): void {
    if (leaderStarted || now < this.#lastNow) this.#heal(now);
    this.#lastNow = now;
    this.#ledger.sweep(now);
    if (this.nextRunAt <= now) this.#decide(now);
    this.#ledger.work(now);
  }

  /** An instant that lies ahead is never later than the next occurrence; one in the past is owed. */
  #heal(now: number): void {
    if (this.nextRunAt > now) this.nextRunAt = Math.min(this.nextRunAt, this.#occurrences.next(now));
  }

  #decide(now: number): void {
    const due = this.nextRunAt;
    const scheduledAt = Math.max(due, this.#occurrences.previous(now));
    const coalescedFrom = scheduledAt === due ? null : due;
    this.nextRunAt = this.#occurrences.next(now);
    const result = this.#decided.has(scheduledAt) ? 'already-decided' : this.#fire(scheduledAt, coalescedFrom, now);
    this.decisions.push({ scheduledAt, result, coalescedFrom, nextRunAt: this.nextRunAt });
  }

  #fire(scheduledAt: number, coalescedFrom: number | null, now: number): 'enqueued' | 'skipped' {
    this.#decided.add(scheduledAt);
    const holder = this.#ledger.active;
    const outcome = holder === undefined ? 'enqueued' : 'skipped';
    const run = holder ?? this.#ledger.enqueue(scheduledAt, now);
    this.fires.push({ scheduledAt, decidedAt: now, outcome, coalescedFrom, run });
    if (outcome === 'enqueued') this.lastEnqueuedAt = scheduledAt;
    else this.lastSkippedAt = scheduledAt;
    return outcome;
  }
}
