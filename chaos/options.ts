import { parseArgs } from 'node:util';
import { SABOTAGES, type Sabotage } from './sabotage/sabotages.ts';

/** What a run of the harness is told. */
export interface ChaosOptions {
  readonly minutes: number;
  readonly seed: number;
  readonly schedules: number;
  readonly schedulers: number;
  readonly runners: number;
  readonly meanGapMs: number;
  /** How the product is broken, to see whether the checker notices. */
  readonly sabotage: Sabotage | undefined;
  /** Whether the processes' logs are kept. */
  readonly keep: boolean;
}

export const USAGE = `npm run chaos -- [--minutes 30] [--seed 1] [--schedules 800] [--gap 4000] [--short] [--sabotage name] [--keep]
  --short     two minutes, 60 schedules, two runners: what CI can bear
  --gap       mean milliseconds between two faults
  --sabotage  breaks the product: ${SABOTAGES.join(', ')}
  --keep      keeps what the processes have written`;

/** Reads the command line. Throws an error with the usage for anything that it does not know. */
export function readOptions(words: readonly string[]): ChaosOptions {
  const { values } = parse(words);
  const short = values.short === true;
  const sabotage = SABOTAGES.find((name) => name === values.sabotage);
  if (values.sabotage !== undefined && sabotage === undefined) throw new Error(USAGE);
  return {
    minutes: numberOf(values.minutes, short ? 2 : 30),
    seed: numberOf(values.seed, 1),
    schedules: numberOf(values.schedules, short ? 60 : 800),
    schedulers: 3,
    runners: short ? 2 : 3,
    meanGapMs: numberOf(values.gap, 4000),
    sabotage,
    keep: values.keep === true,
  };
}

function parse(words: readonly string[]): ReturnType<typeof parseWords> {
  try {
    return parseWords(words);
  } catch (cause) {
    throw new Error(USAGE, { cause });
  }
}

function parseWords(words: readonly string[]) {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean' } as const;
  const options = { minutes: text, seed: text, schedules: text, gap: text, sabotage: text, short: flag, keep: flag };
  return parseArgs({ args: [...words], options });
}

function numberOf(text: string | undefined, fallback: number): number {
  const number = text === undefined ? fallback : Number(text);
  if (!(number > 0)) throw new Error(USAGE);
  return number;
}
