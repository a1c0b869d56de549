/** A cancel is learned with a heartbeat, so a long lease does not mean a long wait for it (ms). */
const MAX_HEARTBEAT_MS = 10_000;

/** Milliseconds between renewals: a third of the lease, at most ten seconds. */
export function heartbeatMs(leaseSeconds: number): number {
  return Math.min((leaseSeconds * 1000) / 3, MAX_HEARTBEAT_MS);
}
