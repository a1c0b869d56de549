import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { WorkerJson } from '../../routes/client/index.ts';
import { useApi } from '../calls/use-api.ts';
import { Fault } from '../controls/fault.tsx';
import { hashOf } from '../place.ts';
import { RunNow } from '../worker/run-now.tsx';
import { useWords } from '../words/speaking.ts';

interface ActionsProps {
  readonly worker: WorkerJson;
  readonly mayOperate: boolean;
  readonly refresh: () => void;
}

/** Run now, pause or resume, and the way to the editor; for a reader they are there and say why they do nothing. */
export function WorkerActions({ worker, mayOperate, refresh }: ActionsProps): JSX.Element {
  const { say } = useWords();
  const [isAsking, setAsking] = useState(false);
  const why = mayOperate ? undefined : say('only_read');
  const close = (): void => {
    setAsking(false);
    refresh();
  };
  return (
    <div class="actions">
      <button type="button" disabled={!mayOperate || !worker.in_catalogue} title={why} onClick={() => setAsking(true)}>
        {say('run_now')}
      </button>
      {worker.schedule !== null && <Switch {...{ worker, mayOperate, refresh }} />}
      <a class="button" href={hashOf({ view: 'edit', name: worker.name })}>
        {say(worker.schedule === null ? 'make_schedule' : mayOperate ? 'edit' : 'look_at_schedule')}
      </a>
      {isAsking && <RunNow name={worker.name} onClose={close} />}
    </div>
  );
}

function Switch({ worker, mayOperate, refresh }: ActionsProps): JSX.Element {
  const { say } = useWords();
  const api = useApi();
  const [error, setError] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const isEnabled = worker.schedule?.enabled === true;
  const turn = (): void => {
    setBusy(true);
    api
      .patchSchedule(worker.name, { enabled: !isEnabled })
      .then(() => setError(undefined), setError)
      .finally(() => {
        setBusy(false);
        refresh();
      });
  };
  const why = mayOperate ? undefined : say('only_read');
  return (
    <>
      <button type="button" disabled={!mayOperate || isBusy} title={why} onClick={turn}>
        {say(isEnabled ? 'pause' : 'resume')}
      </button>
      <Fault error={error} />
    </>
  );
}
