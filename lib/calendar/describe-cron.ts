import type { CalendarWords } from './calendar-words.ts';
import { optionFault } from './check-instant.ts';
import { cronClaims } from './cron-claims.ts';
import type { CronExpression } from './cron-expression.ts';
import { englishWords } from './english-words.ts';
import { toExpression } from './parse-cron.ts';
import { portugueseWords } from './portuguese-words.ts';

/** The language of a sentence; English unless told otherwise. */
export interface DescribeCronOptions {
  readonly locale?: 'en' | 'pt-BR';
}

const languages: ReadonlyMap<string, CalendarWords> = new Map([
  ['en', englishWords],
  ['pt-BR', portugueseWords],
]);

/**
 * An expression in one sentence, such as "At 09:00, on day 13 of the month or on Friday". It is written from the sets that
 * decide the occurrences, not from the text; throws `invalid_cron`, or `invalid_options` for another locale.
 */
export function describeCron(expression: string | CronExpression, options: DescribeCronOptions = {}): string {
  const words = languages.get(options.locale ?? 'en');
  if (words === undefined) {
    throw optionFault('locale', `locale: one of ${[...languages.keys()].join(', ')} is needed`);
  }
  const claims = cronClaims(toExpression(expression));
  const months = claims.months === null ? [] : [words.months(claims.months)];
  const sentence = [words.time(claims.time), words.days(claims.days), ...months].join(', ');
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}
