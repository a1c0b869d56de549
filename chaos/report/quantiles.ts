/** How a set of numbers is spread. */
export interface Spread {
  readonly count: number;
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
}

/** The spread of some numbers, by nearest rank; NaN where there are none. */
export function spreadOf(numbers: readonly number[]): Spread {
  const sorted = [...numbers].sort((a, b) => a - b);
  const rank = (share: number): number => sorted[Math.ceil(share * sorted.length) - 1] ?? NaN;
  return { count: sorted.length, p50: rank(0.5), p99: rank(0.99), max: sorted.at(-1) ?? NaN };
}
