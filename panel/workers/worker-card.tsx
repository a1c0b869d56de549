import type { JSX } from 'preact';
import type { FireJson, WorkerJson } from '../../routes/client/index.ts';
import { Badge } from '../controls/badge.tsx';
import { Time } from '../controls/time.tsx';
import { hashOf } from '../place.ts';
import { useWords } from '../words/speaking.ts';
import { ActiveRun } from './active-run.tsx';
import { Agenda } from './agenda.tsx';
import { LastRun } from './last-run.tsx';
import { Units } from './units.tsx';
import { WorkerActions } from './worker-actions.tsx';
import { workerState } from './worker-state.ts';

interface CardProps {
  readonly worker: WorkerJson;
  readonly skip: FireJson | undefined;
  readonly mayOperate: boolean;
  readonly refresh: () => void;
}

/** One worker: its agenda, what it does now, what it did last, and beside it what the host counts. */
export function WorkerCard({ worker, skip, mayOperate, refresh }: CardProps): JSX.Element {
  const { say } = useWords();
  const [word, tone] = workerState(worker);
  return (
    <article class="card" data-worker={worker.name} aria-label={worker.label}>
      <header>
        <h2>
          <a href={hashOf({ view: 'worker', name: worker.name })}>{worker.label}</a>
        </h2>
        <Badge tone={tone}>{say(word)}</Badge>
        <code class="dim">{worker.name}</code>
      </header>
      {!worker.in_catalogue && <p class="note warn">{say('not_in_catalogue')}</p>}
      <Agenda schedule={worker.schedule} />
      {worker.active_run !== null && <ActiveRun run={worker.active_run} />}
      <LastRun run={worker.last_run} />
      <Skip fire={skip} />
      <Units worker={worker} />
      <WorkerActions worker={worker} mayOperate={mayOperate} refresh={refresh} />
    </article>
  );
}

function Skip({ fire }: { readonly fire: FireJson | undefined }): JSX.Element | null {
  const { say } = useWords();
  if (fire === undefined) return null;
  return (
    <p class="line">
      <span class="dim">{say('last_skipped')}</span>
      <span>
        <Time at={fire.scheduled_at} /> · {say(`reason_${fire.reason ?? 'none'}`)}
      </span>
    </p>
  );
}
