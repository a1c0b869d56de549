import { en, type Word } from './en.ts';
import { ptBr } from './pt-br.ts';

export type Locale = 'en' | 'pt-BR';

/** What stands in the curly brackets of a sentence. */
export type Gaps = Readonly<Record<string, string | number>>;

/** A sentence in the language of the page. */
export type Say = (word: Word, gaps?: Gaps) => string;

const tables: Readonly<Record<Locale, Readonly<Record<Word, string>>>> = { en, 'pt-BR': ptBr };

/** The sentences of a language. */
export function wordsOf(locale: Locale): Say {
  const table = tables[locale];
  return (word, gaps = {}) => table[word].replace(/\{(\w+)\}/g, (gap, name: string) => String(gaps[name] ?? gap));
}
