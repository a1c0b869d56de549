import type { JSX } from 'preact';
import type { ScheduleClientError } from '../../routes/client/index.ts';
import { Time } from '../controls/time.tsx';
import { useWords } from '../words/speaking.ts';
import { RUN_STATES } from '../workers/worker-state.ts';

/** The run that holds the slot, as the refusal names it. */
export function BusySlot({ error }: { readonly error: ScheduleClientError }): JSX.Element {
  const { say } = useWords();
  const run = error.problem?.run;
  return (
    <div class="note warn" role="alert" data-code="slot_busy">
      <p>{say('slot_busy')}</p>
      {run !== undefined && (
        <p>
          <b>
            #{run.id} {say(RUN_STATES[run.status][0])}
          </b>
          {run.not_before !== null && (
            <>
              {' '}
              · {say('may_start_at')} <Time at={run.not_before} detail="second" />
            </>
          )}
        </p>
      )}
    </div>
  );
}
