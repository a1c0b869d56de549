import type { Counts } from './cell.ts';

/** The counts of the reporter's closing line, or undefined when the run did not come that far. */
export function readCounts(output: string): Counts | undefined {
  const lines = [...output.matchAll(/^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$/gm)];
  const [, passed, failed, skipped] = lines.at(-1) ?? [];
  if (passed === undefined || failed === undefined) return undefined;
  return { passed: Number(passed), failed: Number(failed), skipped: Number(skipped ?? 0) };
}

/** What mocha says of each failure after its counts, without the closing line; empty when it says nothing. */
export function readFailures(output: string): string[] {
  const begin = /^ {2}\d+ failing$/m.exec(output)?.index;
  if (begin === undefined) return [];
  return output
    .slice(begin)
    .split('\n')
    .filter((line) => line.trim() !== '' && !/^\d+ passed, /.test(line));
}
