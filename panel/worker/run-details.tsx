import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useApi } from '../calls/use-api.ts';
import { Confirm } from '../controls/confirm.tsx';
import { CopyButton } from '../controls/copy-button.tsx';
import { Time } from '../controls/time.tsx';
import { useWords } from '../words/speaking.ts';
import type { AttemptProps } from './attempt-props.ts';

/** All that is known of an attempt; text is shown as text. */
export function RunDetails({ run, mayOperate, refresh }: AttemptProps): JSX.Element {
  const { say } = useWords();
  return (
    <div class="details">
      <Facts run={run} />
      {run.error !== null && <Copied title={say('error')} text={run.error} />}
      <Copied title={say('request')} text={JSON.stringify(run.request, null, 2)} />
      <Copied title={say('config')} text={JSON.stringify(run.config, null, 2)} />
      <Cancel {...{ run, mayOperate, refresh }} />
    </div>
  );
}

function Facts({ run }: Pick<AttemptProps, 'run'>): JSX.Element {
  const { say } = useWords();
  const instants = [
    ['queued_at', run.queued_at],
    ['may_start_at', run.not_before],
    ['started_at', run.started_at],
    ['finished_at', run.finished_at],
  ] as const;
  return (
    <dl>
      {instants.map(
        ([word, at]) =>
          at !== null && (
            <div key={word}>
              <dt>{say(word)}</dt>
              <dd>
                <Time at={at} detail="second" />
              </dd>
            </div>
          ),
      )}
      <div>
        <dt>{say('trigger')}</dt>
        <dd>
          {say(`trigger_${run.trigger}`)} {run.requested_by}
        </dd>
      </div>
      {run.runner_id !== null && (
        <div>
          <dt>{say('runner')}</dt>
          <dd>{run.runner_id}</dd>
        </div>
      )}
    </dl>
  );
}

function Copied({ title, text }: { readonly title: string; readonly text: string }): JSX.Element {
  return (
    <div>
      <p class="line">
        <b>{title}</b> <CopyButton text={text} />
      </p>
      <pre tabIndex={0} aria-label={title}>
        {text}
      </pre>
    </div>
  );
}

function Cancel({ run, mayOperate, refresh }: AttemptProps): JSX.Element | null {
  const { say } = useWords();
  const api = useApi();
  const [isAsking, setAsking] = useState(false);
  if (run.status !== 'QUEUED' && run.status !== 'RUNNING') return null;
  const close = (): void => {
    setAsking(false);
    refresh();
  };
  return (
    <>
      <button
        type="button"
        class="danger"
        disabled={!mayOperate || run.cancel_requested_at !== null}
        title={mayOperate ? undefined : say('only_read')}
        onClick={() => setAsking(true)}
      >
        {say('cancel_run')}
      </button>
      {isAsking && (
        <Confirm
          title={say('cancel_title', { id: run.id })}
          text={say(run.status === 'QUEUED' ? 'cancel_queued' : 'cancel_running')}
          action={say('cancel_run')}
          work={() => api.cancelRun(run.worker_name, run.id)}
          onClose={close}
        />
      )}
    </>
  );
}
