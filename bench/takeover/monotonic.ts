/** Milliseconds of the machine's monotonic clock, which every process on it reads alike. */
export function monotonicMs(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}
