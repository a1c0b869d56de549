import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { type Locale, type Say, wordsOf } from './words.ts';

/** The language of the page. */
export const Language = createContext<Locale>('en');

/** The language of the page, and its sentences. */
export function useWords(): { readonly locale: Locale; readonly say: Say } {
  const locale = useContext(Language);
  return { locale, say: wordsOf(locale) };
}
