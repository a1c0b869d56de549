import type { JSX } from 'preact';
import { useWords } from '../words/speaking.ts';
import { RUN_STATES } from '../workers/worker-state.ts';

const STATES = ['SUCCESS', 'FAILED', 'INTERRUPTED', 'CANCELLED', 'RUNNING'] as const;

/** What the marks mean. */
export function Legend(): JSX.Element {
  const { say } = useWords();
  const shape = (className: string): JSX.Element => (
    <svg width="14" height="14" aria-hidden="true">
      {className === 'hollow' ? (
        <circle class="mark hollow" cx="7" cy="7" r="4" />
      ) : (
        <rect class={`mark ${className}`} x="5" y="1" width={className === 'next' ? 2 : 6} height="12" />
      )}
    </svg>
  );
  return (
    <ul class="legend">
      {STATES.map((state) => (
        <li key={state}>
          {shape(RUN_STATES[state][1])} {say(RUN_STATES[state][0])}
        </li>
      ))}
      <li>
        {shape('hollow')} {say('skipped')}
      </li>
      <li>
        {shape('next')} {say('will_run')}
      </li>
      <li>
        <svg width="26" height="14" aria-hidden="true">
          <line class="gap" x1="0" x2="26" y1="7" y2="7" />
        </svg>{' '}
        {say('cut')}
      </li>
    </ul>
  );
}
