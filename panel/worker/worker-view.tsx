import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { WorkerPageJson } from '../../routes/client/index.ts';
import { useApi } from '../calls/use-api.ts';
import { usePolled } from '../calls/use-polled.ts';
import { Badge } from '../controls/badge.tsx';
import { LiveView } from '../controls/live-view.tsx';
import { useWords } from '../words/speaking.ts';
import { ActiveRun } from '../workers/active-run.tsx';
import { Agenda } from '../workers/agenda.tsx';
import { Units } from '../workers/units.tsx';
import { WorkerActions } from '../workers/worker-actions.tsx';
import { workerState } from '../workers/worker-state.ts';
import { type Chosen, filterOf } from './chosen.ts';
import { DurationChart } from './duration-chart.tsx';
import { History } from './history.tsx';
import { NextOccurrences } from './next-occurrences.tsx';
import { SilentFires } from './silent-fires.tsx';

/** One worker: its agenda and its history. */
export function WorkerView({ name }: { readonly name: string }): JSX.Element {
  const api = useApi();
  const { locale } = useWords();
  const [chosen, setChosen] = useState<Chosen>({ status: [], trigger: [] });
  const live = usePolled(`worker ${name} ${locale} ${JSON.stringify(chosen)}`, async (signal) => {
    const { body } = await api.getWorker(name, { locale, ...filterOf(chosen) }, { signal });
    return { body: { ...body, chosen } };
  });
  return (
    <LiveView live={live}>
      {(page) => (
        <>
          <Summary page={page} refresh={live.refresh} />
          <DurationChart runs={page.runs.items} />
          <History {...{ page, chosen, setChosen, refresh: live.refresh }} />
          <SilentFires fires={page.silent_fires} zone={page.schedule?.timezone} />
        </>
      )}
    </LiveView>
  );
}

interface SummaryProps {
  readonly page: WorkerPageJson;
  readonly refresh: () => void;
}

function Summary({ page, refresh }: SummaryProps): JSX.Element {
  const { say } = useWords();
  const { worker, schedule, may_operate: mayOperate } = page;
  const [word, tone] = workerState(worker);
  return (
    <section class="summary card" data-worker={worker.name}>
      <header>
        <h1>{worker.label}</h1>
        <Badge tone={tone}>{say(word)}</Badge>
        <code class="dim">{worker.name}</code>
      </header>
      {!mayOperate && <p class="note calm">{say('only_read')}</p>}
      {!worker.in_catalogue && <p class="note warn">{say('not_in_catalogue')}</p>}
      <div class="columns">
        <div>
          <Agenda schedule={worker.schedule} />
          {worker.active_run !== null && <ActiveRun run={worker.active_run} />}
          <Units worker={worker} />
        </div>
        {schedule !== null && <NextOccurrences schedule={schedule} />}
      </div>
      <WorkerActions worker={worker} mayOperate={mayOperate} refresh={refresh} />
    </section>
  );
}
