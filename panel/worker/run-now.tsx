import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { isScheduleClientError, type RunJson, type WorkerPageJson } from '../../routes/client/index.ts';
import type { FieldFault } from '../../lib/errors.ts';
import { useApi } from '../calls/use-api.ts';
import { Dialog } from '../controls/dialog.tsx';
import { Fault } from '../controls/fault.tsx';
import { fieldOf, firstValue } from '../editor/json-schema.ts';
import { parsedJson, RequestForm } from '../editor/request-form.tsx';
import { useWords } from '../words/speaking.ts';
import { BusySlot } from './busy-slot.tsx';

interface RunNowProps {
  readonly name: string;
  readonly onClose: () => void;
}

/** The request to begin with: the schedule's own, else that of the newest run, else what the schema needs. */
function firstRequest({ schedule, runs, request_schema: schema }: WorkerPageJson): string {
  const known = schedule ?? runs.items[0];
  return JSON.stringify(known === undefined ? firstValue(fieldOf(schema)) : known.request, null, 2);
}

/** The request of a run by hand, and what became of it. */
function useRunNow(name: string) {
  const api = useApi();
  const [page, setPage] = useState<WorkerPageJson>();
  const [text, setText] = useState('');
  const [run, setRun] = useState<RunJson>();
  const [error, setError] = useState<unknown>();
  useEffect(() => {
    api.getWorker(name, { limit: 1 }).then(({ body }) => {
      setText(firstRequest(body));
      setPage(body);
    }, setError);
  }, [name]);
  const start = (): void => {
    setError(undefined);
    api.createRun(name, parsedJson(text)?.value).then(({ body }) => setRun(body), setError);
  };
  return { page, text, setText, run, error, start };
}

/** Asks for the request of a run by hand, and shows the run or what stands in its way. */
export function RunNow({ name, onClose }: RunNowProps): JSX.Element {
  const { say } = useWords();
  const { page, text, setText, run, error, start } = useRunNow(name);
  return (
    <Dialog title={say('run_now_title', { name })} onClose={onClose}>
      {page === undefined && error === undefined && <p>{say('loading')}</p>}
      {page !== undefined && run === undefined && (
        <RequestForm
          {...{ schema: page.request_schema, text, faults: faultsOf(error), isReadOnly: false }}
          onChange={setText}
        />
      )}
      {isScheduleClientError(error, 'slot_busy') ? <BusySlot error={error} /> : <Fault error={error} />}
      {run !== undefined && (
        <p class="note good" role="status">
          {say('run_queued', { id: run.id })}
        </p>
      )}
      <footer class="dialog-foot">
        <button type="button" onClick={onClose}>
          {say('close')}
        </button>
        {run === undefined && (
          <button
            type="button"
            class="primary"
            disabled={page === undefined || parsedJson(text) === undefined}
            onClick={start}
          >
            {say('run_now')}
          </button>
        )}
      </footer>
    </Dialog>
  );
}

/** The faults of a request, by their place in it. */
function faultsOf(error: unknown): readonly FieldFault[] {
  return isScheduleClientError(error) ? error.errors : [];
}
