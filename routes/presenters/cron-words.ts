import { BoundedCache } from '../../lib/calendar/bounded-cache.ts';
import { describeCron } from '../../lib/calendar/describe-cron.ts';

/** What expressions mean never changes, and lists ask for the same ones again and again. */
const known = new BoundedCache<string, string>(2000);

/** The languages that expressions are put into. */
export const LOCALES = ['en', 'pt-BR'] as const;

export type Locale = (typeof LOCALES)[number];

/** A stored expression in words. Throws `invalid_cron`. */
export function cronWords(cron: string, locale: Locale): string {
  const key = `${locale} ${cron}`;
  const found = known.get(key);
  if (found !== undefined) return found;
  const words = describeCron(cron, { locale });
  known.set(key, words);
  return words;
}
