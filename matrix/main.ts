import { join } from 'node:path';
import { type Cell, nameOf, type Outcome } from './cell.ts';
import { cells } from './cells.ts';
import { type MatrixOptions, readOptions, selectCells } from './options.ts';
import { closingLine, tableLines } from './print-table.ts';
import { runCell } from './run-cell.ts';

/** Runs the suite on the versions that the product is said to run on, one after the other, and prints a table. */
const root = join(import.meta.dirname, '..');
const cache = join(root, 'node_modules', '.cache', 'matrix');
const say = (line: string): void => void process.stdout.write(`${line}\n`);

function selectedOrUsage(): { options: MatrixOptions; selected: readonly Cell[] } | undefined {
  try {
    const options = readOptions(process.argv.slice(2));
    return { options, selected: selectCells(cells, options) };
  } catch (error) {
    say(error instanceof Error ? error.message : String(error));
    return undefined;
  }
}

async function runAll(selected: readonly Cell[], jobs: number): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const cell of selected) {
    const outcome = await runCell(cell, { root, cache, jobs });
    outcomes.push(outcome);
    say(`${nameOf(cell)}: ${outcome.state} in ${outcome.seconds.toFixed()} s`);
    for (const line of outcome.details) say(line);
  }
  return outcomes;
}

// Told to end, it ends by itself, so that what runs and lies about for a cell is ended and removed too.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
const asked = selectedOrUsage();
if (asked === undefined) {
  process.exitCode = 2;
} else {
  const outcomes = await runAll(asked.selected, asked.options.jobs);
  for (const line of ['', ...tableLines(outcomes), closingLine(outcomes)]) say(line);
  process.exitCode = outcomes.some(({ state }) => state === 'failed') ? 1 : 0;
}
