import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import type { TimelineJson } from '../../routes/client/index.ts';
import { useApi } from '../calls/use-api.ts';
import { usePolled } from '../calls/use-polled.ts';
import { LiveView } from '../controls/live-view.tsx';
import { useWords } from '../words/speaking.ts';
import { matches } from '../workers/worker-state.ts';
import { laneOf } from './marks.ts';
import { Picture } from './picture.tsx';
import { TimelineTable } from './timeline-table.tsx';

/** A day back and a day ahead of all workers on one axis. */
export function TimelineView(): JSX.Element {
  const api = useApi();
  const { say } = useWords();
  const live = usePolled('timeline', (signal) => api.getTimeline({}, { signal }));
  return (
    <LiveView live={live}>
      {(timeline) => (
        <>
          <h1>{say('timeline')}</h1>
          <Timeline timeline={timeline} />
        </>
      )}
    </LiveView>
  );
}

function Timeline({ timeline }: { readonly timeline: TimelineJson }): JSX.Element {
  const { say } = useWords();
  const [search, setSearch] = useState('');
  const [isTable, setTable] = useState(false);
  const [onlyBusy, setOnlyBusy] = useState(timeline.items.length > 40);
  const all = useMemo(() => timeline.items.map((item) => laneOf(item, timeline)), [timeline]);
  const lanes = useMemo(
    () => all.filter(({ item, marks }) => matches(item, search) && (!onlyBusy || marks.length > 0)),
    [all, search, onlyBusy],
  );
  return (
    <>
      <div class="bar">
        <input
          type="search"
          aria-label={say('search_workers')}
          placeholder={say('search_workers')}
          value={search}
          onInput={(event) => setSearch(event.currentTarget.value)}
        />
        <p class="dim" role="status">
          {say('shown_of', { shown: lanes.length, all: all.length })}
        </p>
        <label class="check">
          <input type="checkbox" checked={onlyBusy} onChange={(event) => setOnlyBusy(event.currentTarget.checked)} />{' '}
          {say('only_busy')}
        </label>
        <div class="tabs" role="group" aria-label={say('view_as')}>
          <button type="button" aria-pressed={!isTable} onClick={() => setTable(false)}>
            {say('picture')}
          </button>
          <button type="button" aria-pressed={isTable} onClick={() => setTable(true)}>
            {say('table')}
          </button>
        </div>
      </div>
      {isTable ? <TimelineTable lanes={lanes} /> : <Picture timeline={timeline} lanes={lanes} />}
    </>
  );
}
