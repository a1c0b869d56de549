import { nameOf, type Outcome } from './cell.ts';

const head = ['what', 'passed', 'failed', 'skipped', 'seconds', 'suites', 'ran on'];

/** The table's lines: what ran, what it was counted, and what could not be had here, with the reason. */
export function tableLines(outcomes: readonly Outcome[]): string[] {
  const rows = [head, ...outcomes.map(rowOf)];
  const widths = head.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map((row) => `| ${row.map((text, column) => text.padEnd(widths[column] ?? 0)).join(' | ')} |`);
  lines.splice(1, 0, `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`);
  return lines;
}

function rowOf({ cell, state, passed, failed, skipped, seconds, remark }: Outcome): string[] {
  if (state === 'not to be had') return [nameOf(cell), '', '', '', '', '', `cannot be had here: ${remark}`];
  const counts = [passed, failed, skipped, Math.round(seconds)].map(String);
  return [nameOf(cell), ...counts, cell.suites.join(' '), remark];
}

/** The closing line, with the tests of all cells together. */
export function closingLine(outcomes: readonly Outcome[]): string {
  const sum = (of: 'passed' | 'failed' | 'skipped') => outcomes.reduce((total, outcome) => total + outcome[of], 0);
  return `${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped`;
}
