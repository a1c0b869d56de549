import type { JSX } from 'preact';
import type { ScheduleJson } from '../../routes/client/index.ts';
import { Time, TwoClocks } from '../controls/time.tsx';
import { useWords } from '../words/speaking.ts';

/** The occurrences that follow, by two clocks, and who wrote the schedule. */
export function NextOccurrences({ schedule }: { readonly schedule: ScheduleJson }): JSX.Element {
  const { say } = useWords();
  return (
    <div>
      <h2>{say('next_occurrences')}</h2>
      {schedule.next_occurrences.length === 0 && <p class="dim">{say('none')}</p>}
      <ol class="occurrences">
        {schedule.next_occurrences.map((at) => (
          <li key={at}>
            <TwoClocks at={at} zone={schedule.timezone} />
          </li>
        ))}
      </ol>
      <p class="dim">
        {say('updated_by', { who: schedule.updated_by ?? say('somebody') })} <Time at={schedule.updated_at} />
      </p>
    </div>
  );
}
