import type { JSX } from 'preact';
import type { WorkerJson } from '../../routes/client/index.ts';
import { Badge } from '../controls/badge.tsx';
import { useWords } from '../words/speaking.ts';

/** What the host counts, apart from the agenda; and whether a runner is there. */
export function Units({ worker }: { readonly worker: WorkerJson }): JSX.Element {
  const { locale, say } = useWords();
  const count = (value: number | null): string => (value === null ? '–' : value.toLocaleString(locale));
  const isCounted = worker.pending !== null || worker.processed !== null;
  return (
    <div class="units">
      {isCounted && (
        <p>
          <span class="dim">{say('units')}</span> {say('pending')} <b>{count(worker.pending)}</b> · {say('processed')}{' '}
          <b>{count(worker.processed)}</b>
        </p>
      )}
      {worker.units_error !== null && (
        <p class="dim">
          {say('units_error')} {worker.units_error}
        </p>
      )}
      <Badge tone={worker.runner_available ? 'good' : 'warn'}>
        {say(worker.runner_available ? 'runner_online' : 'runner_offline')}
      </Badge>
    </div>
  );
}
