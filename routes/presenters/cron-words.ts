import { BoundedCache } from '../../lib/calendar/bounded-cache.ts';
import { describeCron } from '../../lib/calendar/describe-cron.ts';

/** What expressions mean never changes, and lists ask for the same ones again and again. */
const known = new BoundedCache<string, string>(2000);

/** A stored expression in words. Throws `invalid_cron`. */
export function cronWords(cron: string): string {
  const found = known.get(cron);
  if (found !== undefined) return found;
  const words = describeCron(cron);
  known.set(cron, words);
  return words;
}
