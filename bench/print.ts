import { cpus } from 'node:os';

/** Writes a line to the standard output. */
export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** The machine that the numbers are from. */
export function machine(): string {
  return `Node ${process.version}, ${cpus().length} x ${cpus()[0]?.model ?? 'unknown'}`;
}

/** The middle one of some numbers, or the mean of the two in the middle. */
export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? NaN) + (sorted[Math.floor(middle)] ?? NaN)) / 2;
}

/** A row of a table: the first column to the left, the others to the right. */
export function tableRow(first: string, others: readonly string[]): string {
  return first.padEnd(58) + others.map((text) => text.padStart(12)).join('');
}
