/** The lowest set bit of a 32-bit mask at or above `from`, or -1. */
export function lowestBit(mask: number, from: number): number {
  const rest = from > 31 ? 0 : mask & (-1 << from);
  return 31 - Math.clz32(rest & -rest);
}

/** The highest set bit of a 32-bit mask at or below `from`, or -1. */
export function highestBit(mask: number, from: number): number {
  const rest = from < 0 ? 0 : mask & (-1 >>> (31 - from));
  return 31 - Math.clz32(rest);
}
