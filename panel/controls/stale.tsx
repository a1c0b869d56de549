import type { JSX } from 'preact';
import { useWords } from '../words/speaking.ts';
import { faultText } from './fault-text.ts';

/** Says that what is shown is no longer renewed, and why. */
export function Stale({ error }: { readonly error: unknown }): JSX.Element | null {
  const { say } = useWords();
  if (error === undefined) return null;
  return (
    <div class="note bad" role="alert">
      <p>
        {faultText(error, say)} {say('stale')}
      </p>
    </div>
  );
}
