import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import { Fault } from '../controls/fault.tsx';
import { useWords } from '../words/speaking.ts';
import type { Chosen, ChosenPage } from './chosen.ts';
import { HistoryFilters } from './history-filters.tsx';
import { RunGroupRows } from './run-group-rows.tsx';
import { groupRuns } from './run-groups.ts';
import { type KnownRunsAndMore, useKnownRuns } from './use-known-runs.ts';

interface HistoryProps extends RunsProps {
  /** What is wanted, whether the page shows it already or not. */
  readonly chosen: Chosen;
  readonly setChosen: (chosen: Chosen) => void;
}

interface RunsProps {
  readonly page: ChosenPage;
  readonly refresh: () => void;
}

/** The runs of a worker by occurrence. */
export function History({ page, chosen, setChosen, refresh }: HistoryProps): JSX.Element {
  const { say } = useWords();
  return (
    <section>
      <div class="bar">
        <h2>{say('history')}</h2>
        <HistoryFilters chosen={chosen} setChosen={setChosen} />
      </div>
      <Runs key={JSON.stringify(page.chosen)} page={page} refresh={refresh} />
    </section>
  );
}

/** The newest runs, and older ones as they are asked for. */
function Runs({ page, refresh }: RunsProps): JSX.Element {
  const { say } = useWords();
  const known = useKnownRuns(page);
  const groups = groupRuns(known.runs.items);
  const isCut = known.runs.next_cursor !== null;
  if (groups.length === 0) return <p class="dim">{say('no_runs')}</p>;
  return (
    <>
      <ol class="groups">
        {groups.map((group, index) => (
          <li key={group.key}>
            <RunGroupRows
              {...{ group, zone: page.schedule?.timezone, mayOperate: page.may_operate, refresh }}
              isCut={isCut && index === groups.length - 1}
            />
          </li>
        ))}
      </ol>
      <More known={known} isCut={isCut} />
    </>
  );
}

interface MoreProps {
  readonly known: KnownRunsAndMore;
  readonly isCut: boolean;
}

/** How many runs are shown, and a button that shows more while there are any. */
function More({ known: { runs, more, isBusy, error }, isCut }: MoreProps): JSX.Element {
  const { say } = useWords();
  const count = useRef<HTMLParagraphElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  // The last page takes the button away, and must not take the keyboard with it.
  const leave = (): void => {
    if (document.activeElement === button.current) count.current?.focus();
  };
  return (
    <>
      <Fault error={error} />
      <p class="dim" role="status" tabIndex={-1} ref={count}>
        {say(isCut ? 'runs_newest' : 'runs_all', { count: runs.items.length })}
      </p>
      {isCut && (
        <button type="button" ref={button} aria-busy={isBusy} onClick={() => more(leave)}>
          {say(isBusy ? 'loading' : 'more')}
        </button>
      )}
    </>
  );
}
