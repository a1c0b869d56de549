import { parseArgs } from 'node:util';
import { AXES, type Cell, nameOf } from './cell.ts';

/** What a run of the matrix is told. */
export interface MatrixOptions {
  /** `axis` or `axis=version`, where the first parts of the version will do; empty for everything. */
  readonly only: readonly string[];
  /** Whether only the oldest and the newest version of each axis are run. */
  readonly short: boolean;
  /** How many mocha workers a cell has. */
  readonly jobs: number;
}

export const USAGE = `npm run test:matrix -- [--only postgres=15] [--only node] [--short] [--jobs 2]
  --only   an axis (${AXES.join(', ')}), or one version of it; may be repeated
  --short  the oldest and the newest version of each axis
  --jobs   mocha workers for each cell`;

/** Reads the command line. Throws an error with the usage for anything that it does not know. */
export function readOptions(words: readonly string[]): MatrixOptions {
  const { only = [], short = false, jobs = '2' } = parse(words);
  if (!/^[1-9]\d?$/.test(jobs)) throw new Error(USAGE);
  return { only, short, jobs: Number(jobs) };
}

function parse(words: readonly string[]): { only?: string[]; short?: boolean; jobs?: string } {
  const only = { type: 'string', multiple: true } as const;
  try {
    return parseArgs({ args: [...words], options: { only, short: { type: 'boolean' }, jobs: { type: 'string' } } })
      .values;
  } catch (cause) {
    throw new Error(USAGE, { cause });
  }
}

/** The cells that the options ask for. Throws an error with the names of all when one of `only` means none. */
export function selectCells(cells: readonly Cell[], { only, short }: Pick<MatrixOptions, 'only' | 'short'>): Cell[] {
  for (const wanted of only) {
    if (cells.some((cell) => isMeant(cell, wanted))) continue;
    throw new Error(`There is no ${wanted}; there are: ${cells.map(nameOf).join(', ')}.`);
  }
  return cells.filter(
    (cell) => (cell.isShort || !short) && (only.length === 0 || only.some((wanted) => isMeant(cell, wanted))),
  );
}

/** A version is meant by its first whole parts: 13 by `13` and not by `1`. */
function isMeant({ axis, version }: Cell, wanted: string): boolean {
  const [wantedAxis, wantedVersion = ''] = wanted.split('=');
  if (wantedAxis !== axis || !version.startsWith(wantedVersion)) return false;
  return wantedVersion === '' || !/^\w/.test(version.slice(wantedVersion.length));
}
