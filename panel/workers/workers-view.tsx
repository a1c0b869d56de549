import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { FireJson, OverviewJson } from '../../routes/client/index.ts';
import { useApi } from '../calls/use-api.ts';
import { usePolled } from '../calls/use-polled.ts';
import { LiveView } from '../controls/live-view.tsx';
import { useWords } from '../words/speaking.ts';
import { SchedulerStrip } from './scheduler-strip.tsx';
import { WorkerCard } from './worker-card.tsx';
import { matches } from './worker-state.ts';

/** All workers, and whether anything is ticking. */
export function WorkersView(): JSX.Element {
  const api = useApi();
  const { locale, say } = useWords();
  const live = usePolled(`workers ${locale}`, (signal) => api.getOverview({ locale }, { signal }));
  return (
    <LiveView live={live}>
      {(overview) => (
        <>
          <h1 class="unseen">{say('workers')}</h1>
          <SchedulerStrip scheduler={overview.scheduler} isFresh={live.error === undefined} />
          <WorkerList overview={overview} refresh={live.refresh} />
        </>
      )}
    </LiveView>
  );
}

interface WorkerListProps {
  readonly overview: OverviewJson;
  readonly refresh: () => void;
}

function WorkerList({ overview, refresh }: WorkerListProps): JSX.Element {
  const { say } = useWords();
  const [search, setSearch] = useState('');
  const skips = new Map<string, FireJson>(overview.last_skips.map((fire) => [fire.worker_name, fire]));
  const shown = overview.items.filter((worker) => matches(worker, search));
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
          {say('shown_of', { shown: shown.length, all: overview.items.length })}
        </p>
        {!overview.may_operate && <p class="note calm">{say('only_read')}</p>}
      </div>
      {overview.items.length === 0 && <p class="note calm">{say('no_workers')}</p>}
      <ul class="cards">
        {shown.map((worker) => (
          <li key={worker.name}>
            <WorkerCard
              worker={worker}
              skip={skips.get(worker.name)}
              mayOperate={overview.may_operate}
              refresh={refresh}
            />
          </li>
        ))}
      </ul>
    </>
  );
}
