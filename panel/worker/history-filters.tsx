import type { JSX } from 'preact';
import type { RunJson } from '../../routes/client/index.ts';
import { useWords } from '../words/speaking.ts';
import { RUN_STATES } from '../workers/worker-state.ts';
import type { Chosen } from './chosen.ts';

interface FiltersProps {
  readonly chosen: Chosen;
  readonly setChosen: (chosen: Chosen) => void;
}

const STATUSES = Object.keys(RUN_STATES) as readonly RunJson['status'][];
const TRIGGERS: readonly RunJson['trigger'][] = ['SCHEDULE', 'API', 'CLI'];

/** Which runs are wanted: of a state, of an origin. */
export function HistoryFilters({ chosen, setChosen }: FiltersProps): JSX.Element {
  const { say } = useWords();
  return (
    <>
      <select
        aria-label={say('by_status')}
        value={chosen.status[0] ?? ''}
        onChange={({ currentTarget: { value } }) =>
          setChosen({ ...chosen, status: STATUSES.filter((status) => status === value) })
        }
      >
        <option value="">{say('any_status')}</option>
        {STATUSES.map((status) => (
          <option key={status} value={status}>
            {say(RUN_STATES[status][0])}
          </option>
        ))}
      </select>
      <select
        aria-label={say('by_trigger')}
        value={chosen.trigger[0] ?? ''}
        onChange={({ currentTarget: { value } }) =>
          setChosen({ ...chosen, trigger: TRIGGERS.filter((trigger) => trigger === value) })
        }
      >
        <option value="">{say('any_trigger')}</option>
        {TRIGGERS.map((trigger) => (
          <option key={trigger} value={trigger}>
            {say(`trigger_${trigger}`)}
          </option>
        ))}
      </select>
    </>
  );
}
