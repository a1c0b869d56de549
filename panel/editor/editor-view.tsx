import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { WorkerPageJson } from '../../routes/client/index.ts';
import { useApi } from '../calls/use-api.ts';
import { Fault } from '../controls/fault.tsx';
import { hashOf } from '../place.ts';
import { useWords } from '../words/speaking.ts';
import { Conflict } from './conflict.tsx';
import { type Draft, draftOf } from './draft.ts';
import { DraftForm } from './draft-form.tsx';
import { Preview, usePreview } from './preview.tsx';
import { SaveBar } from './save-bar.tsx';
import { useSave } from './use-save.ts';

/** The schedule of one worker, to be written. */
export function EditorView({ name }: { readonly name: string }): JSX.Element {
  const api = useApi();
  const { locale, say } = useWords();
  const [page, setPage] = useState<WorkerPageJson>();
  const [error, setError] = useState<unknown>();
  useEffect(() => {
    api.getWorker(name, { locale, limit: 1 }).then(({ body }) => setPage((known) => known ?? body), setError);
  }, [name]);
  if (page === undefined)
    return error === undefined ? <p class="loading">{say('loading')}</p> : <Fault error={error} />;
  return <Editor page={page} onPage={setPage} />;
}

interface EditorProps {
  readonly page: WorkerPageJson;
  readonly onPage: (page: WorkerPageJson) => void;
}

function Editor({ page, onPage }: EditorProps): JSX.Element {
  const { say } = useWords();
  const { worker, schedule, may_operate: mayOperate } = page;
  const [draft, setDraft] = useState<Draft>(() => draftOf(page));
  const previewed = usePreview(draft.cron, draft.timezone);
  const saving = useSave({ page, draft, onPage });
  return (
    <>
      <h1>
        <a href={hashOf({ view: 'worker', name: worker.name })}>{worker.label}</a>{' '}
        <span class="dim">· {say(schedule === null ? 'make_schedule' : 'schedule')}</span>
      </h1>
      {!mayOperate && <p class="note calm">{say('only_read')}</p>}
      {saving.theirs !== undefined && (
        <Conflict
          draft={draft}
          theirs={saving.theirs}
          onKeepMine={() => saving.saveOver()}
          onTakeTheirs={(theirs) => {
            setDraft(draftOf(theirs));
            saving.accept(theirs);
          }}
        />
      )}
      <div class="columns editor">
        <DraftForm {...{ page, draft, previewed, faults: saving.faults }} onChange={setDraft} />
        <Preview previewed={previewed} />
      </div>
      <SaveBar {...{ page, draft, previewed, saving }} />
    </>
  );
}
