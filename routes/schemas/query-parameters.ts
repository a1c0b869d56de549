import { z } from 'zod';
import { LOCALES } from '../presenters/cron-words.ts';

/** How many items a list holds at most: 1 to 200. */
export const limitParameter = z
  .string()
  .regex(/^\d{1,3}$/, 'a whole number from 1 to 200 is needed')
  .transform(Number)
  .pipe(z.int().min(1).max(200))
  .optional();

/** The language of descriptions. */
export const localeParameter = z.enum(LOCALES).optional();

/** One or several of a list of words, with commas between them. */
export function wordsParameter<Word extends string>(words: readonly Word[]) {
  return z
    .string()
    .transform((text) => text.split(','))
    .pipe(z.array(z.enum(words)))
    .optional();
}
