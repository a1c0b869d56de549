import type { JSX } from 'preact';
import { useWords } from '../words/speaking.ts';
import type { Preferences } from './preferences.ts';

interface SwitchesProps {
  readonly preferences: Preferences;
  readonly onChange: (preferences: Preferences) => void;
}

/** Language and theme. */
export function Switches({ preferences, onChange }: SwitchesProps): JSX.Element {
  const { say } = useWords();
  return (
    <div class="switches">
      <select
        aria-label={say('language')}
        value={preferences.locale}
        onChange={(event) => onChange({ ...preferences, locale: event.currentTarget.value as Preferences['locale'] })}
      >
        <option value="en">English</option>
        <option value="pt-BR">Português</option>
      </select>
      <select
        aria-label={say('theme')}
        value={preferences.theme}
        onChange={(event) => onChange({ ...preferences, theme: event.currentTarget.value as Preferences['theme'] })}
      >
        <option value="system">{say('theme_system')}</option>
        <option value="light">{say('theme_light')}</option>
        <option value="dark">{say('theme_dark')}</option>
      </select>
    </div>
  );
}
