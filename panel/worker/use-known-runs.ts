import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { isScheduleClientError } from '../../routes/client/index.ts';
import { useApi } from '../calls/use-api.ts';
import { type ChosenPage, filterOf } from './chosen.ts';
import { type KnownRuns, withNewest, withOlder } from './known-runs.ts';

/** Runs of an older page: the most that the API gives. */
const OLDER = 200;

interface Asking {
  readonly isBusy: boolean;
  /** Why there is no older page. */
  readonly error: unknown;
}

/** The runs that are shown, and the way to older ones. */
export interface KnownRunsAndMore extends Asking {
  readonly runs: KnownRuns;
  /** Asks for one older page, unless one is on its way; `onLast` is called before the last one is shown. */
  readonly more: (onLast: () => void) => void;
}

/** The newest runs as they are polled, and below them older pages, each asked for once. */
export function useKnownRuns({ worker: { name }, runs: newest, chosen }: ChosenPage): KnownRunsAndMore {
  const api = useApi();
  /** Undefined until older runs were wanted: until then the newest page is all that is kept. */
  const [known, setKnown] = useState<KnownRuns>();
  const [asking, setAsking] = useState<Asking>({ isBusy: false, error: undefined });
  const ending = useRef(new AbortController());
  const runs = useMemo(() => (known === undefined ? newest : withNewest(known, newest)), [known, newest]);
  useEffect(() => setKnown((before) => before && withNewest(before, newest)), [newest]);
  useEffect(() => () => ending.current.abort(), []);
  const more = (onLast: () => void): void => {
    const cursor = runs.next_cursor;
    if (cursor === null || asking.isBusy) return;
    setAsking({ isBusy: true, error: undefined });
    const { signal } = ending.current;
    api.listRuns(name, { ...filterOf(chosen), cursor, limit: OLDER }, { signal }).then(
      ({ body }) => {
        if (body.next_cursor === null) onLast();
        setKnown((before) => withOlder(before ?? runs, cursor, body));
        setAsking({ isBusy: false, error: undefined });
      },
      (error: unknown) => (isScheduleClientError(error, 'aborted') ? undefined : setAsking({ isBusy: false, error })),
    );
  };
  return { ...asking, runs, more };
}
