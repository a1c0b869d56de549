import type { JSX } from 'preact';
import { isScheduleClientError } from '../../routes/client/index.ts';
import { useWords } from '../words/speaking.ts';
import { faultText } from './fault-text.ts';

/** What went wrong, in a sentence; nothing without an error. */
export function Fault({ error }: { readonly error: unknown }): JSX.Element | null {
  const { say } = useWords();
  if (error === undefined) return null;
  const code = isScheduleClientError(error) ? error.code : undefined;
  return (
    <div class="note bad" role="alert" data-code={code}>
      <p>{faultText(error, say)}</p>
    </div>
  );
}
