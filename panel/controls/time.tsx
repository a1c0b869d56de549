import type { JSX } from 'preact';
import { clockText, type Detail, viewerZone } from '../time/clock-text.ts';
import { useWords } from '../words/speaking.ts';

interface TimeProps {
  readonly at: string;
  readonly zone?: string;
  readonly detail?: Detail;
}

/** An instant by a clock: the reader's unless a zone is named. */
export function Time({ at, zone = viewerZone, detail = 'day' }: TimeProps): JSX.Element {
  const { locale } = useWords();
  return <time dateTime={at}>{clockText(at, zone, { locale, detail })}</time>;
}

/** An instant by two clocks, the schedule's and the reader's; one where both are the same. */
export function TwoClocks({ at, zone }: { readonly at: string; readonly zone: string }): JSX.Element {
  const { say } = useWords();
  return (
    <span class="clocks">
      <span>
        <Time at={at} zone={zone} /> <span class="zone">{zone}</span>
      </span>
      {zone !== viewerZone && (
        <span class="dim">
          <Time at={at} /> <span class="zone">{say('your_time')}</span>
        </span>
      )}
    </span>
  );
}
