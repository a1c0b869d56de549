import type { JSX } from 'preact';
import type { AgendaJson } from '../../routes/client/index.ts';
import { Time, TwoClocks } from '../controls/time.tsx';
import { spanText } from '../time/span-text.ts';
import { useNow } from '../time/use-now.ts';
import { useWords } from '../words/speaking.ts';

/** What a worker will do: in words, as the expression, and when next. */
export function Agenda({ schedule }: { readonly schedule: AgendaJson | null }): JSX.Element {
  const { say } = useWords();
  if (schedule === null) return <p class="agenda dim">{say('no_agenda')}</p>;
  return (
    <div class="agenda">
      <p class="words">{schedule.description ?? say('not_understood')}</p>
      <p class="dim">
        <code>{schedule.cron}</code> <span class="zone">{schedule.timezone}</span>
      </p>
      {schedule.fault !== null && <p class="note bad">{schedule.fault}</p>}
      {schedule.next_run_at === null ? (
        !schedule.enabled && <Paused schedule={schedule} />
      ) : (
        <Next at={schedule.next_run_at} zone={schedule.timezone} />
      )}
    </div>
  );
}

function Paused({ schedule }: { readonly schedule: AgendaJson }): JSX.Element {
  const { say } = useWords();
  return (
    <p class="next">
      <b>{say('paused_by', { who: schedule.switched_by ?? say('somebody') })}</b>
      <span class="dim">
        {say('since')} <Time at={schedule.switched_at} />
      </span>
    </p>
  );
}

function Next({ at, zone }: { readonly at: string; readonly zone: string }): JSX.Element {
  const { say } = useWords();
  const left = Date.parse(at) - useNow();
  return (
    <p class="next">
      <b>{left > 0 ? say('next_in', { span: spanText(left) }) : say('due_since', { span: spanText(left) })}</b>
      <TwoClocks at={at} zone={zone} />
    </p>
  );
}
