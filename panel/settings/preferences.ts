import type { Locale } from '../words/words.ts';

export type Theme = 'light' | 'dark' | 'system';

/** What a person has chosen in this browser. */
export interface Preferences {
  readonly locale: Locale;
  readonly theme: Theme;
}

const KEY = 'worker-schedules-panel';

function stored(): Partial<Preferences> {
  try {
    return (JSON.parse(localStorage.getItem(KEY) ?? '{}') ?? {}) as Partial<Preferences>;
  } catch {
    // A browser may keep nothing for this site; then nothing is remembered.
    return {};
  }
}

/** The stored choice, else the browser's first language that the panel speaks, and the system's theme. */
export function readPreferences(): Preferences {
  const { locale, theme } = stored();
  const first = navigator.languages.find((language) => /^(en|pt)\b/i.test(language)) ?? 'en';
  const spoken = /^pt/i.test(first) ? 'pt-BR' : 'en';
  return {
    locale: locale === 'en' || locale === 'pt-BR' ? locale : spoken,
    theme: theme === 'light' || theme === 'dark' ? theme : 'system',
  };
}

/** Puts a choice into effect and remembers it. */
export function applyPreferences({ locale, theme }: Preferences): void {
  document.documentElement.lang = locale;
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
  try {
    localStorage.setItem(KEY, JSON.stringify({ locale, theme }));
  } catch {
    // As above: it holds until the page is closed.
  }
}
