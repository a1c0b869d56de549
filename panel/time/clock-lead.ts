/** Milliseconds that the database's clock is ahead of this computer's, at the arrival of an answer. */
export function leadOf(now: string): number {
  return Date.parse(now) - Date.now();
}
