import type { JSX } from 'preact';
import type { RunJson } from '../../routes/client/index.ts';
import { Badge } from '../controls/badge.tsx';
import { Time } from '../controls/time.tsx';
import { spanText } from '../time/span-text.ts';
import { useWords } from '../words/speaking.ts';
import { RUN_STATES } from './worker-state.ts';

/** How the last run that is over ended. */
export function LastRun({ run }: { readonly run: RunJson | null }): JSX.Element {
  const { say } = useWords();
  if (run === null) return <p class="line dim">{say('never_ran')}</p>;
  const [word, tone] = RUN_STATES[run.status];
  const took =
    run.started_at === null || run.finished_at === null
      ? undefined
      : Date.parse(run.finished_at) - Date.parse(run.started_at);
  return (
    <div>
      <p class="line">
        <span class="dim">{say('last_run')}</span>
        <span>
          <Badge tone={tone}>{say(word)}</Badge> #{run.id} · <Time at={run.finished_at ?? run.queued_at} />
          {took !== undefined && <> · {spanText(took)}</>}
        </span>
      </p>
      {run.error !== null && <p class="error-line">{run.error}</p>}
    </div>
  );
}
