import type { JSX } from 'preact';
import type { WorkerPageJson } from '../../routes/client/index.ts';
import { useWords } from '../words/speaking.ts';
import { type Draft, draftOfSchedule } from './draft.ts';

interface ConflictProps {
  readonly draft: Draft;
  readonly theirs: WorkerPageJson;
  readonly onKeepMine: () => void;
  readonly onTakeTheirs: (theirs: WorkerPageJson) => void;
}

const MEMBERS = [
  ['cron', 'expression'],
  ['timezone', 'timezone'],
  ['enabled', 'enabled'],
  ['text', 'request'],
] as const;

/** Both versions of a schedule that somebody else has saved meanwhile, and the choice between them. */
export function Conflict({ draft, theirs, onKeepMine, onTakeTheirs }: ConflictProps): JSX.Element {
  const { say } = useWords();
  const { schedule } = theirs;
  const other = schedule === null ? undefined : draftOfSchedule(schedule);
  return (
    <section class="conflict card" role="alert" data-code="precondition_failed">
      <h2>{say('conflict')}</h2>
      <p>
        {schedule === null
          ? say('conflict_deleted')
          : say('conflict_saved', { who: schedule.updated_by ?? say('somebody') })}
      </p>
      <Versions draft={draft} other={other} />
      <div class="actions">
        <button type="button" onClick={() => onTakeTheirs(theirs)}>
          {say('take_theirs')}
        </button>
        <button type="button" class="danger" onClick={onKeepMine}>
          {say('keep_mine')}
        </button>
      </div>
    </section>
  );
}

interface VersionsProps {
  readonly draft: Draft;
  /** Undefined for a schedule that was deleted. */
  readonly other: Draft | undefined;
}

function Versions({ draft, other }: VersionsProps): JSX.Element {
  const { say } = useWords();
  return (
    <table>
      <thead>
        <tr>
          <td />
          <th scope="col">{say('yours')}</th>
          <th scope="col">{say('theirs')}</th>
        </tr>
      </thead>
      <tbody>
        {MEMBERS.map(([member, word]) => (
          <tr key={member} data-differs={other !== undefined && String(other[member]) !== String(draft[member])}>
            <th scope="row">{say(word)}</th>
            <td>
              <code>{String(draft[member])}</code>
            </td>
            <td>
              <code>{other === undefined ? '–' : String(other[member])}</code>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
