import type { JSX } from 'preact';
import type { SchedulerJson } from '../../routes/client/index.ts';
import { Badge } from '../controls/badge.tsx';
import { Time } from '../controls/time.tsx';
import { spanText } from '../time/span-text.ts';
import { useNow } from '../time/use-now.ts';
import { useWords } from '../words/speaking.ts';

interface StripProps {
  readonly scheduler: SchedulerJson;
  /** Whether the answer is a new one; an old one says nothing about now. */
  readonly isFresh: boolean;
}

/** Who leads and when it last ticked, or an alarm that nothing is ticking. */
export function SchedulerStrip({ scheduler, isFresh }: StripProps): JSX.Element {
  const { say } = useWords();
  const { verdict } = scheduler;
  const isAlarm = verdict !== 'ticking';
  return (
    <section class={`strip ${isAlarm ? 'alarm' : ''}`} aria-label={say('scheduler')}>
      {isFresh && isAlarm && <p role="alert">{say(`alarm_${verdict}`)}</p>}
      {!isAlarm && <Badge tone="good">{say('ticking')}</Badge>}
      {scheduler.leader !== null && (
        <span>
          {say('leads')} <b>{scheduler.leader}</b>
          {scheduler.leading_since !== null && (
            <>
              {' '}
              {say('since')} <Time at={scheduler.leading_since} />
            </>
          )}
        </span>
      )}
      <LastTick at={scheduler.last_tick_at} />
      {scheduler.lateness_seconds > 5 && (
        <Badge tone="warn">{say('late_by', { span: spanText(scheduler.lateness_seconds * 1000) })}</Badge>
      )}
      <span class="dim">{say('standbys', { count: scheduler.standbys.length })}</span>
      <HeldBack scheduler={scheduler} />
    </section>
  );
}

function LastTick({ at }: { readonly at: string | null }): JSX.Element | null {
  const { say } = useWords();
  const now = useNow();
  if (at === null) return null;
  return <span class="dim">{say('last_tick', { span: spanText(Math.max(0, now - Date.parse(at))) })}</span>;
}

function HeldBack({ scheduler }: { readonly scheduler: SchedulerJson }): JSX.Element | null {
  const { say } = useWords();
  const held = [...scheduler.deferred, ...scheduler.faulty];
  if (held.length === 0 && scheduler.last_error === null) return null;
  return (
    <details>
      <summary>{say('scheduler_notes')}</summary>
      <ul>
        {held.map(({ worker_name: name, reason, seconds }) => (
          <li key={name}>
            <b>{name}</b> {reason} ({spanText(seconds * 1000)})
          </li>
        ))}
        {scheduler.last_error !== null && (
          <li>
            {scheduler.last_error_at !== null && <Time at={scheduler.last_error_at} />} {scheduler.last_error}
          </li>
        )}
      </ul>
    </details>
  );
}
