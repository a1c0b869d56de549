/** Attempts of one occurrence in all, the first included. */
export const MAX_ATTEMPTS = 3;

const BASE_SECONDS = 60;
const CAP_SECONDS = 1800;
const JITTER = 0.2;

/**
 * Seconds from the creation of the retry row until it may start: min(60 × 2^(attempt-1), 1800) × a factor in [0.8, 1.2],
 * never above 1800 (decision record 0015, 6). `attempt` is the one that failed, from 1; `random` is in [0, 1].
 */
export function retryDelaySeconds(attempt: number, random: number): number {
  const planned = Math.min(BASE_SECONDS * 2 ** (attempt - 1), CAP_SECONDS);
  const factor = 1 - JITTER + 2 * JITTER * random;
  return Math.min(planned * factor, CAP_SECONDS);
}
