import { isDeepStrictEqual } from 'node:util';
import type { Knex } from 'knex';
import type { Decision } from './beat.ts';
import { changesIn } from './occurrences.ts';
import { predict, type Prediction } from './predict.ts';
import { readWorker, type Recorded } from './read-worker.ts';
import type { Scenario } from './scenario.ts';
import type { History } from './simulate.ts';

/** What a comparison has counted, and where tables and prediction differ, in words. */
export interface Comparison {
  occurrences: number;
  runs: number;
  retries: number;
  skips: number;
  coalesced: number;
  readonly differences: string[];
}

/** Compares what the tables and the leaders say of every worker with what the calendar alone predicts. */
export async function compare(knex: Knex, scenario: Scenario, { beats, log }: History): Promise<Comparison> {
  const comparison: Comparison = {
    ...{ occurrences: 0, runs: 0, retries: 0, skips: 0, coalesced: 0 },
    differences: [...log.surprises],
  };
  const earliest = new Float64Array(beats.length).fill(Infinity);
  const onNext = (beat: number, next: number): void => void (earliest[beat] = Math.min(earliest[beat] ?? NaN, next));
  const changesOf = changesIn(scenario.span);
  for (const agenda of scenario.agendas) {
    const predicted = predict({ scenario, agenda, beats, changesOf, onNext });
    const recorded = await readWorker(knex, agenda.workerName);
    count(comparison, recorded);
    const who = `${agenda.workerName} "${agenda.cron}" ${agenda.timezone}`;
    const found = differencesOf(predicted, recorded, log.of(agenda.workerName));
    comparison.differences.push(...found.map((difference) => `${who}: ${difference}`));
  }
  for (const [index, { now, rowsNext }] of beats.entries()) {
    if (earliest[index] === rowsNext) continue;
    const words = `${iso(rowsNext)} in the rows, ${iso(earliest[index] ?? null)} predicted`;
    comparison.differences.push(`at ${iso(now)} the next run is ${words}`);
  }
  return comparison;
}

function count(comparison: Comparison, { fires, runs }: Recorded): void {
  comparison.occurrences += fires.length;
  comparison.runs += runs.length;
  comparison.retries += runs.filter(({ attempt }) => attempt > 1).length;
  comparison.skips += fires.filter(({ outcome }) => outcome === 'skipped').length;
  comparison.coalesced += fires.filter(({ coalescedFrom }) => coalescedFrom !== null).length;
}

/** Where a worker's rows and decisions are not what was predicted. */
export function differencesOf(
  predicted: Prediction,
  recorded: Recorded,
  decisions: readonly Decision[],
): readonly string[] {
  const single = (['nextRunAt', 'lastEnqueuedAt', 'lastSkippedAt'] as const)
    .filter((name) => predicted[name] !== recorded[name])
    .map((name) => `${name} is ${iso(recorded[name])}, predicted ${iso(predicted[name])}`);
  const byDecision = [...predicted.fires].sort(
    (one, other) => one.decidedAt - other.decidedAt || one.scheduledAt - other.scheduledAt,
  );
  return [
    ...single,
    ...unlike('fire', byDecision, recorded.fires),
    ...unlike('run', predicted.runs, recorded.runs),
    ...unlike('decision', predicted.decisions, decisions),
  ];
}

/** One difference for each place of two lists that is not alike. */
function unlike(what: string, predicted: readonly object[], recorded: readonly object[]): string[] {
  return Array.from({ length: Math.max(predicted.length, recorded.length) }, (_, index) => index)
    .filter((index) => !isDeepStrictEqual(predicted[index], recorded[index]))
    .map((index) => `${what} ${index} is ${text(recorded[index])}, predicted ${text(predicted[index])}`);
}

function text(row: object | undefined): string {
  return row === undefined ? 'missing' : JSON.stringify(row, readable);
}

/** Instants, which are the only large numbers, as ISO text. */
function readable(_key: string, value: unknown): unknown {
  return typeof value === 'number' && value > 1e9 ? iso(value) : value;
}

function iso(instant: number | null): string {
  return instant === null || !Number.isFinite(instant) ? String(instant) : new Date(instant).toISOString();
}
