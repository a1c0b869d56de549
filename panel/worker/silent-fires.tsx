import type { JSX } from 'preact';
import type { FireJson } from '../../routes/client/index.ts';
import { Badge } from '../controls/badge.tsx';
import { Time, TwoClocks } from '../controls/time.tsx';
import { viewerZone } from '../time/clock-text.ts';
import { useWords } from '../words/speaking.ts';

interface FiresProps {
  readonly fires: readonly FireJson[];
  readonly zone: string | undefined;
}

/** As many as the API gives. */
const MOST_SHOWN = 50;

/** Occurrences that enqueued nothing, with the reason. */
export function SilentFires({ fires, zone = viewerZone }: FiresProps): JSX.Element {
  const { say } = useWords();
  return (
    <section>
      <h2>{say('silent_fires')}</h2>
      {fires.length === 0 ? (
        <p class="dim">{say('none')}</p>
      ) : (
        <ul class="fires">
          {fires.map((fire) => (
            <li key={fire.scheduled_at}>
              <TwoClocks at={fire.scheduled_at} zone={zone} />
              <Badge tone={fire.outcome === 'failed' ? 'bad' : 'warn'}>
                {say(fire.outcome === 'failed' ? 'state_failed' : 'skipped')}
              </Badge>
              <span>
                {say(`reason_${fire.reason ?? 'none'}`)}
                {fire.run_id !== null && ` (#${fire.run_id})`}
              </span>
              {fire.coalesced_from !== null && (
                <span class="dim">
                  {say('stands_for')} <Time at={fire.coalesced_from} />
                </span>
              )}
              {fire.detail !== null && <span class="error-line">{fire.detail}</span>}
            </li>
          ))}
        </ul>
      )}
      {fires.length >= MOST_SHOWN && <p class="dim">{say('newest_fires')}</p>}
    </section>
  );
}
