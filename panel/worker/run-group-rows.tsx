import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Badge } from '../controls/badge.tsx';
import { Time, TwoClocks } from '../controls/time.tsx';
import { viewerZone } from '../time/clock-text.ts';
import { spanText } from '../time/span-text.ts';
import { useWords } from '../words/speaking.ts';
import { RUN_STATES } from '../workers/worker-state.ts';
import type { AttemptProps } from './attempt-props.ts';
import { RunDetails } from './run-details.tsx';
import { type RunGroup, tookMs } from './run-groups.ts';

interface GroupProps {
  readonly group: RunGroup;
  /** The schedule's. */
  readonly zone: string | undefined;
  readonly mayOperate: boolean;
  readonly refresh: () => void;
  /** Whether older runs are not shown yet, among which its first attempts may be. */
  readonly isCut: boolean;
}

/** An occurrence with its attempts, each of which opens to all that is known of it. */
export function RunGroupRows({ group, zone = viewerZone, isCut, ...others }: GroupProps): JSX.Element {
  const { say } = useWords();
  const [newest] = group.attempts;
  const oldest = group.attempts.at(-1);
  const late = oldest?.lateness_seconds ?? 0;
  return (
    <article class="group">
      <header>
        {group.scheduledFor === null ? (
          <span>
            {say('by_hand', { who: newest?.requested_by ?? say('somebody') })}{' '}
            {newest !== undefined && <Time at={newest.queued_at} />}
          </span>
        ) : (
          <TwoClocks at={group.scheduledFor} zone={zone} />
        )}
        {late >= 1 && <span class="dim">{say('late_by', { span: spanText(late * 1000) })}</span>}
      </header>
      {group.attempts.map((run) => (
        <Attempt key={run.id} run={run} {...others} />
      ))}
      {isCut && (oldest?.attempt ?? 1) > 1 && <p class="dim">{say('earlier_attempts')}</p>}
    </article>
  );
}

function Attempt(props: AttemptProps): JSX.Element {
  const { say } = useWords();
  const { run } = props;
  const [isOpen, setOpen] = useState(false);
  const [word, tone] = RUN_STATES[run.status];
  const took = tookMs(run);
  return (
    <details class="attempt" data-run={run.id} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <Badge tone={tone}>{say(word)}</Badge>
        <span>#{run.id}</span>
        {run.max_attempts > 1 && (
          <span class="dim">{say('attempt', { attempt: run.attempt, all: run.max_attempts })}</span>
        )}
        {run.retry_of !== null && <span class="dim">{say('retry_of', { id: run.retry_of })}</span>}
        {took !== undefined && <span>{spanText(took)}</span>}
        {run.error !== null && <span class="error-line">{run.error}</span>}
      </summary>
      {isOpen && <RunDetails {...props} />}
    </details>
  );
}
