import type { Row, Target, Value } from './row.ts';

/** `collapsed`: worse than a third of the target. */
export type Verdict = 'reached' | 'short' | 'collapsed';

/** How much a ratio may miss its target before the short form fails. */
const COLLAPSE = 3;

function valueOf(row: Row, contender: string | undefined): Value | undefined {
  return contender === undefined ? row.values[0] : row.values.find((value) => value.contender === contender);
}

/** What is held against the target: a ratio, or our own value. NaN when a value is missing. */
export function reachedOf(row: Row, { limit, beside }: Target): number {
  const ours = valueOf(row, undefined)?.value ?? NaN;
  if (beside === undefined) return ours;
  const other = valueOf(row, beside)?.value ?? NaN;
  const moreIsGained = (limit === 'at least') === (row.better === 'more');
  return moreIsGained ? ours / other : other / ours;
}

/** Whether the true ratio is beyond the one that `reachedOf` gives, because the other one was given up. */
export function isBeyond(row: Row, { beside }: Target): boolean {
  return beside !== undefined && valueOf(row, beside)?.isMoreThan === true;
}

/** How the row stands to one of its targets; what could not be measured has collapsed. */
export function verdictOf(row: Row, target: Target): Verdict {
  const reached = reachedOf(row, target);
  const missed = target.limit === 'at most' ? reached / target.value : target.value / reached;
  if (missed <= 1) return 'reached';
  return missed <= COLLAPSE ? 'short' : 'collapsed';
}

/** Every target of these rows that has collapsed, in words. */
export function collapsedIn(rows: readonly Row[]): string[] {
  return rows.flatMap((row) =>
    row.targets
      .filter((target) => verdictOf(row, target) === 'collapsed')
      .map((target) => `${row.what}: ${targetWords(row, target)}, but ${reachedOf(row, target).toFixed(2)}`),
  );
}

/** The target in words, such as "at least 15 x graphile-worker" or "at most 10 ms". */
export function targetWords(row: Row, { limit, value, beside }: Target): string {
  return beside === undefined ? `${limit} ${value} ${row.unit}` : `${limit} ${value} x ${beside}`;
}
