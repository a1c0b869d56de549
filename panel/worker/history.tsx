import type { JSX } from 'preact';
import type { RunJson, WorkerPageJson } from '../../routes/client/index.ts';
import { useWords } from '../words/speaking.ts';
import { RUN_STATES } from '../workers/worker-state.ts';
import { RunGroupRows } from './run-group-rows.tsx';
import { groupRuns } from './run-groups.ts';

/** Which runs are wanted; empty lists mean all. */
export interface Chosen {
  readonly status: readonly RunJson['status'][];
  readonly trigger: readonly RunJson['trigger'][];
}

interface HistoryProps {
  readonly page: WorkerPageJson;
  readonly chosen: Chosen;
  readonly setChosen: (chosen: Chosen) => void;
  readonly refresh: () => void;
  readonly onMore: (() => void) | undefined;
}

/** The runs of a worker by occurrence. */
export function History({ page, chosen, setChosen, refresh, onMore }: HistoryProps): JSX.Element {
  const { say } = useWords();
  const groups = groupRuns(page.runs.items);
  return (
    <section>
      <div class="bar">
        <h2>{say('history')}</h2>
        <Filters chosen={chosen} setChosen={setChosen} />
      </div>
      {groups.length === 0 ? (
        <p class="dim">{say('no_runs')}</p>
      ) : (
        <ol class="groups">
          {groups.map((group) => (
            <li key={group.key}>
              <RunGroupRows {...{ group, zone: page.schedule?.timezone, mayOperate: page.may_operate, refresh }} />
            </li>
          ))}
        </ol>
      )}
      {page.runs.next_cursor !== null && onMore !== undefined && (
        <button type="button" onClick={onMore}>
          {say('more')}
        </button>
      )}
    </section>
  );
}

const STATUSES = Object.keys(RUN_STATES) as readonly RunJson['status'][];
const TRIGGERS: readonly RunJson['trigger'][] = ['SCHEDULE', 'API', 'CLI'];

function Filters({ chosen, setChosen }: Pick<HistoryProps, 'chosen' | 'setChosen'>): JSX.Element {
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
