const FIRST_MS = 250;
const CAP_MS = 5000;

/**
 * Milliseconds to wait after `failures` (from 1) in a row: 250 doubling to 5000, times a factor in [0.5, 1], so that many
 * runners do not come back in one moment. `random` is in [0, 1].
 */
export function backOffMs(failures: number, random: number): number {
  return Math.min(FIRST_MS * 2 ** (failures - 1), CAP_MS) * (0.5 + random / 2);
}
