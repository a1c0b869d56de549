import type { JSX } from 'preact';
import type { RunJson } from '../../routes/client/index.ts';
import { Time } from '../controls/time.tsx';
import { spanText } from '../time/span-text.ts';
import { useNow } from '../time/use-now.ts';
import { useWords } from '../words/speaking.ts';
import { progressOf, RUN_STATES } from './worker-state.ts';

/** The run that holds the slot: its attempt, what it retries, when it may start, how far it is. */
export function ActiveRun({ run }: { readonly run: RunJson }): JSX.Element {
  const { say } = useWords();
  const now = useNow();
  const waitsMs = run.not_before === null ? 0 : Date.parse(run.not_before) - now;
  const sinceMs = now - Date.parse(run.started_at ?? run.queued_at);
  const parts = [
    ...(run.max_attempts > 1 ? [say('attempt', { attempt: run.attempt, all: run.max_attempts })] : []),
    ...(run.retry_of === null ? [] : [say('retry_of', { id: run.retry_of })]),
    ...(run.requested_by === null ? [] : [say('asked_by', { who: run.requested_by })]),
    ...(run.cancel_requested_at === null ? [] : [say('is_asked_to_stop')]),
  ];
  return (
    <div class="active">
      <p class="line">
        <b>
          #{run.id} {say(RUN_STATES[run.status][0])}
        </b>
        <span>{spanText(Math.max(0, sinceMs))}</span>
      </p>
      <p class="dim">{parts.join(' · ')}</p>
      {run.status === 'QUEUED' && waitsMs > 0 && run.not_before !== null && (
        <p>
          {say('may_start_in', { span: spanText(waitsMs) })} (<Time at={run.not_before} detail="second" />)
        </p>
      )}
      {run.status === 'RUNNING' && <Progress progress={run.progress} />}
    </div>
  );
}

function Progress({ progress }: { readonly progress: unknown }): JSX.Element {
  const { say } = useWords();
  const share = progressOf(progress);
  const known = share === undefined ? {} : { value: share };
  return (
    <div class="progress">
      <progress max={1} {...known} aria-label={say('progress')} />
      {share !== undefined && <span>{Math.round(share * 100)} %</span>}
    </div>
  );
}
