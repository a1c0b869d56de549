import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useState } from 'preact/hooks';
import { Api } from './calls/use-api.ts';
import { apiAt } from './calls/api.ts';
import { EditorView } from './editor/editor-view.tsx';
import { hashOf, type Place, placeOf } from './place.ts';
import { applyPreferences, type Preferences, readPreferences } from './settings/preferences.ts';
import { Switches } from './settings/switches.tsx';
import { TimelineView } from './timeline/timeline-view.tsx';
import { WorkerView } from './worker/worker-view.tsx';
import { Language, useWords } from './words/speaking.ts';
import type { Word } from './words/en.ts';
import { WorkersView } from './workers/workers-view.tsx';

const apiAddress = (): string =>
  document.querySelector<HTMLMetaElement>('meta[name="schedule-api"]')?.content ?? './api/';

function usePlace(): Place {
  const [place, setPlace] = useState(placeOf(location.hash));
  useEffect(() => {
    const follow = (): void => setPlace(placeOf(location.hash));
    window.addEventListener('hashchange', follow);
    return () => window.removeEventListener('hashchange', follow);
  }, []);
  return place;
}

/** The whole page. */
export function App(): JSX.Element {
  const [preferences, setPreferences] = useState(readPreferences);
  const api = useMemo(() => apiAt(apiAddress()), []);
  const place = usePlace();
  // At once: whoever has chosen may leave the page as quickly.
  useLayoutEffect(() => applyPreferences(preferences), [preferences]);
  return (
    <Language.Provider value={preferences.locale}>
      <Api.Provider value={api}>
        <Head place={place} preferences={preferences} onChange={setPreferences} />
        <main id="main" tabIndex={-1}>
          <View place={place} />
        </main>
      </Api.Provider>
    </Language.Provider>
  );
}

interface HeadProps {
  readonly place: Place;
  readonly preferences: Preferences;
  readonly onChange: (preferences: Preferences) => void;
}

const TABS: readonly (readonly ['workers' | 'timeline', Word])[] = [
  ['workers', 'workers'],
  ['timeline', 'timeline'],
];

function Head({ place, preferences, onChange }: HeadProps): JSX.Element {
  const { say } = useWords();
  useEffect(() => {
    document.title = 'name' in place ? `${place.name} · ${say('workers')}` : say(place.view);
  });
  return (
    <header class="head">
      <a class="skip" href={location.hash || '#/'} onClick={() => document.getElementById('main')?.focus()}>
        {say('skip_to_content')}
      </a>
      <nav aria-label={say('sections')}>
        {TABS.map(([view, word]) => (
          <a key={view} href={hashOf({ view })} aria-current={place.view === view ? 'page' : undefined}>
            {say(word)}
          </a>
        ))}
      </nav>
      <Switches preferences={preferences} onChange={onChange} />
    </header>
  );
}

function View({ place }: { readonly place: Place }): JSX.Element {
  switch (place.view) {
    case 'timeline':
      return <TimelineView />;
    case 'worker':
      return <WorkerView key={place.name} name={place.name} />;
    case 'edit':
      return <EditorView key={place.name} name={place.name} />;
    default:
      return <WorkersView />;
  }
}
