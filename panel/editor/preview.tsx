import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { isScheduleClientError, type PreviewJson } from '../../routes/client/index.ts';
import { useApi } from '../calls/use-api.ts';
import { Fault } from '../controls/fault.tsx';
import { TwoClocks } from '../controls/time.tsx';
import { useWords } from '../words/speaking.ts';
import { noteText } from './note-text.ts';

/** What the API says an expression means, or what is wrong with it. */
export interface Previewed {
  readonly preview: PreviewJson | undefined;
  readonly error: unknown;
}

const PAUSE_MS = 250;

/** Asks what a draft means, once the typing pauses; a late answer to an older draft is thrown away. */
export function usePreview(cron: string, timezone: string): Previewed {
  const api = useApi();
  const { locale } = useWords();
  const [previewed, setPreviewed] = useState<Previewed>({ preview: undefined, error: undefined });
  useEffect(() => {
    const ending = new AbortController();
    const ask = (): void => {
      api.previewSchedule({ cron, timezone, count: 8, locale }, { signal: ending.signal }).then(
        ({ body }) => setPreviewed({ preview: body, error: undefined }),
        (error: unknown) =>
          isScheduleClientError(error, 'aborted') ? undefined : setPreviewed({ preview: undefined, error }),
      );
    };
    const timer = setTimeout(ask, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      ending.abort();
    };
  }, [cron, timezone, locale]);
  return previewed;
}

/** What a draft means: in words, and its next occurrences by two clocks with notes at clock changes. */
export function Preview({ previewed: { preview, error } }: { readonly previewed: Previewed }): JSX.Element {
  const { locale, say } = useWords();
  const hasFields = isScheduleClientError(error) && error.errors.length > 0;
  return (
    <section class="preview card" aria-label={say('preview')}>
      <h2>{say('preview')}</h2>
      {!hasFields && <Fault error={error} />}
      {hasFields && <p class="dim">{say('no_preview')}</p>}
      {preview !== undefined && (
        <>
          <p class="words" aria-live="polite">
            {preview.description}
          </p>
          <ol class="occurrences">
            {preview.occurrences.map(({ at, note }) => (
              <li key={at}>
                <TwoClocks at={at} zone={preview.timezone} />
                {note !== null && <span class="note warn">{noteText(note, locale)}</span>}
              </li>
            ))}
          </ol>
        </>
      )}
    </section>
  );
}
