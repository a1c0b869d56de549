import { useState } from 'preact/hooks';
import type { FieldFault } from '../../lib/errors.ts';
import { isScheduleClientError, type WorkerPageJson } from '../../routes/client/index.ts';
import { useApi } from '../calls/use-api.ts';
import type { Draft } from './draft.ts';
import { parsedJson } from './request-form.tsx';

/** How saving stands. */
export interface Saving {
  readonly isBusy: boolean;
  readonly isSaved: boolean;
  readonly error: unknown;
  /** What is wrong with fields of the draft. */
  readonly faults: readonly FieldFault[];
  /** What somebody else has saved meanwhile. */
  readonly theirs: WorkerPageJson | undefined;
  readonly save: () => void;
  /** Saves the draft over what somebody else has saved. */
  readonly saveOver: () => void;
  /** Goes on from what somebody else has saved. */
  readonly accept: (theirs: WorkerPageJson) => void;
}

interface SaveInput {
  readonly page: WorkerPageJson;
  readonly draft: Draft;
  readonly onPage: (page: WorkerPageJson) => void;
}

interface Outcome {
  readonly isBusy: boolean;
  readonly isSaved: boolean;
  readonly error: unknown;
  readonly theirs: WorkerPageJson | undefined;
}

const NOTHING: Outcome = { isBusy: false, isSaved: false, error: undefined, theirs: undefined };

/** Saves a draft only over the schedule that it was made from. What was typed stays, whatever the answer is. */
export function useSave({ page, draft, onPage }: SaveInput): Saving {
  const api = useApi();
  const [outcome, setOutcome] = useState<Outcome>(NOTHING);
  const { name } = page.worker;
  const put = async (etag: string | null): Promise<void> => {
    const { cron, timezone, enabled, text } = draft;
    const body = { cron, timezone, enabled, request: parsedJson(text)?.value };
    await api.putSchedule(name, body, etag === null ? { ifNoneMatch: '*' } : { ifMatch: etag });
    onPage((await api.getWorker(name, { limit: 1 })).body);
  };
  const fail = async (error: unknown): Promise<void> => {
    const isConflict = isScheduleClientError(error, 'precondition_failed');
    const theirs = isConflict ? (await api.getWorker(name, { limit: 1 })).body : undefined;
    setOutcome({ ...NOTHING, error: isConflict ? undefined : error, theirs });
  };
  const save = (etag: string | null): void => {
    setOutcome({ ...NOTHING, isBusy: true });
    put(etag)
      .then(() => setOutcome({ ...NOTHING, isSaved: true }), fail)
      .catch((error: unknown) => setOutcome({ ...NOTHING, error }));
  };
  return {
    ...outcome,
    faults: isScheduleClientError(outcome.error) ? outcome.error.errors : [],
    save: () => save(page.schedule_etag),
    saveOver: () => save(outcome.theirs?.schedule_etag ?? null),
    accept: (theirs) => {
      onPage(theirs);
      setOutcome(NOTHING);
    },
  };
}
