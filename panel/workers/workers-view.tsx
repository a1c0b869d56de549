import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { FireJson, OverviewJson } from '../../routes/client/index.ts';
import { useApi } from '../calls/use-api.ts';
import { usePolled } from '../calls/use-polled.ts';
import { Fault } from '../controls/fault.tsx';
import { Stale } from '../controls/stale.tsx';
import { ClockLead } from '../time/use-now.ts';
import { leadOf } from '../time/clock-lead.ts';
import { useWords } from '../words/speaking.ts';
import { SchedulerStrip } from './scheduler-strip.tsx';
import { WorkerCard } from './worker-card.tsx';
import { matches } from './worker-state.ts';

/** All workers, and whether anything is ticking. */
export function WorkersView(): JSX.Element {
  const api = useApi();
  const { locale, say } = useWords();
  const live = usePolled(`workers ${locale}`, async (signal) => {
    const { body } = await api.getOverview({ locale }, { signal });
    return { ...body, lead: leadOf(body.now) };
  });
  if (live.data === undefined) {
    return live.error === undefined ? <p class="loading">{say('loading')}</p> : <Fault error={live.error} />;
  }
  return (
    <ClockLead.Provider value={live.data.lead}>
      <h1 class="unseen">{say('workers')}</h1>
      <Stale error={live.error} />
      <SchedulerStrip scheduler={live.data.scheduler} isFresh={live.error === undefined} />
      <WorkerList overview={live.data} refresh={live.refresh} />
    </ClockLead.Provider>
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
