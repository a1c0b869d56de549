import type { Locale } from '../words/words.ts';

/** Parts of the calendar's notes at clock changes, and how Portuguese says them. */
const PORTUGUESE: readonly (readonly [RegExp, string])[] = [
  [/; runs once, at (\d\d:\d\d) on (\S+)/, '; roda uma vez, às $1 de $2'],
  [/; runs once, at (\d\d:\d\d)/, '; roda uma vez, às $1'],
  [/; runs at (\d\d:\d\d) on (\S+)/, '; roda às $1 de $2'],
  [/; runs at (\d\d:\d\d)/, '; roda às $1'],
  [/; runs the first time/, '; roda na primeira vez'],
  [/; runs both times/, '; roda nas duas vezes'],
  [/; nothing runs for (it|them)/, '; nada roda por isso'],
  [/^(\S+) on (\S+) to (\S+) on (\S+) do not exist/, 'de $1 de $2 a $3 de $4 não existem'],
  [/^(\S+) to (\S+) do not exist on this day/, '$1 a $2 não existem neste dia'],
  [/^(\S+) to (\S+) do not exist on (\S+)(?=;)/, '$1 a $2 não existem em $3'],
  [/^(\S+) does not exist on this day/, '$1 não existe neste dia'],
  [/^(\S+) does not exist on (\S+)(?=;)/, '$1 não existe em $2'],
  [/^(\S+) happens twice/, '$1 acontece duas vezes'],
];

/** A note of the calendar in the language of the page. */
export function noteText(note: string, locale: Locale): string {
  if (locale === 'en') return note;
  return PORTUGUESE.reduce((text, [pattern, words]) => text.replace(pattern, words), note);
}
