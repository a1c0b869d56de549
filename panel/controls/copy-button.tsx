import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useWords } from '../words/speaking.ts';

/** Copies a text, and says whether it did: a page without TLS may not. */
export function CopyButton({ text }: { readonly text: string }): JSX.Element {
  const { say } = useWords();
  const [word, setWord] = useState<'copy' | 'copied' | 'not_copied'>('copy');
  const copy = (): void => {
    const clipboard = navigator.clipboard as Clipboard | undefined;
    if (clipboard === undefined) setWord('not_copied');
    else
      clipboard.writeText(text).then(
        () => setWord('copied'),
        () => setWord('not_copied'),
      );
  };
  return (
    <button type="button" class="ghost" onClick={copy}>
      <span aria-live="polite">{say(word)}</span>
    </button>
  );
}
