import type { BenchServer } from '../bench-database.ts';
import type { Row } from './row.ts';

/** What a section is given. */
export interface BenchRun {
  /** The server that all contenders use. */
  readonly server: BenchServer;
  /** Few and small rounds, for the form that CI runs. */
  readonly isShort: boolean;
}

/** One subject of the benchmark. */
export interface Section {
  readonly name: string;
  readonly title: string;
  /** Which peers it needs, by the names that npm knows. */
  readonly peers: readonly ('pg-boss' | 'graphile-worker' | 'croner')[];
  /** Whether the short form leaves it out. */
  readonly isLong?: boolean;
  /** Whether it begins by waiting for a full minute. */
  readonly waitsForMinute?: boolean;
  measure(run: BenchRun): Promise<Row[]>;
}

/** A number that an environment variable may replace, such as BENCH_ROUNDS. */
export function numberFrom(variable: string, otherwise: number): number {
  return Number(process.env[variable] ?? otherwise);
}

/** Numbers that an environment variable may replace, with commas between them, such as BENCH_COUNTS. */
export function numbersFrom(variable: string, otherwise: readonly number[]): readonly number[] {
  return process.env[variable]?.split(',').map(Number) ?? otherwise;
}
