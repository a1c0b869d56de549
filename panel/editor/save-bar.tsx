import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { WorkerPageJson } from '../../routes/client/index.ts';
import { useApi } from '../calls/use-api.ts';
import { Confirm } from '../controls/confirm.tsx';
import { Fault } from '../controls/fault.tsx';
import { TwoClocks } from '../controls/time.tsx';
import { hashOf } from '../place.ts';
import { useWords } from '../words/speaking.ts';
import { type Draft, movesNextRun } from './draft.ts';
import type { Previewed } from './preview.tsx';
import { parsedJson } from './request-form.tsx';
import type { Saving } from './use-save.ts';

interface SaveBarProps {
  readonly page: WorkerPageJson;
  readonly draft: Draft;
  readonly previewed: Previewed;
  readonly saving: Saving;
}

/** Says what saving will do to the next run, and saves or deletes. */
export function SaveBar({ page, draft, previewed, saving }: SaveBarProps): JSX.Element {
  const { say } = useWords();
  const canSave = page.may_operate && parsedJson(draft.text) !== undefined && !saving.isBusy;
  return (
    <section class="save-bar card" aria-label={say('save')}>
      <NextRunChange {...{ page, draft, previewed }} />
      <Fault error={saving.error} />
      {saving.isSaved && (
        <p class="note good" role="status">
          {say('saved')}
        </p>
      )}
      <div class="actions">
        <button
          type="button"
          class="primary"
          disabled={!canSave}
          title={page.may_operate ? undefined : say('only_read')}
          onClick={saving.save}
        >
          {say('save')}
        </button>
        <a class="button" href={hashOf({ view: 'worker', name: page.worker.name })}>
          {say('back')}
        </a>
        {page.schedule !== null && <Delete page={page} />}
      </div>
    </section>
  );
}

function NextRunChange({ page, draft, previewed }: Omit<SaveBarProps, 'saving'>): JSX.Element {
  const { say } = useWords();
  const before = page.schedule?.next_run_at ?? null;
  const moves = movesNextRun(draft, page.schedule);
  const first = previewed.preview?.occurrences[0]?.at ?? null;
  const after = moves ? (draft.enabled ? first : null) : before;
  const show = (at: string | null, zone: string): JSX.Element =>
    at === null ? <span>{say('no_next_run')}</span> : <TwoClocks at={at} zone={zone} />;
  return (
    <dl class="change">
      <div>
        <dt>{say('next_run_now')}</dt>
        <dd>{show(before, page.schedule?.timezone ?? draft.timezone)}</dd>
      </div>
      <div>
        <dt>{say('next_run_after')}</dt>
        <dd data-changed={after !== before}>{show(after, previewed.preview?.timezone ?? draft.timezone)}</dd>
      </div>
    </dl>
  );
}

function Delete({ page }: { readonly page: WorkerPageJson }): JSX.Element {
  const { say } = useWords();
  const api = useApi();
  const [isAsking, setAsking] = useState(false);
  const { name } = page.worker;
  const condition = page.schedule_etag === null ? {} : { ifMatch: page.schedule_etag };
  const remove = async (): Promise<void> => {
    await api.deleteSchedule(name, condition);
    location.hash = hashOf({ view: 'worker', name });
  };
  return (
    <>
      <button
        type="button"
        class="danger"
        disabled={!page.may_operate}
        title={page.may_operate ? undefined : say('only_read')}
        onClick={() => setAsking(true)}
      >
        {say('delete')}
      </button>
      {isAsking && (
        <Confirm
          title={say('delete_title', { name })}
          text={say('delete_text')}
          action={say('delete')}
          work={remove}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
