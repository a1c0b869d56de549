import type { JSX } from 'preact';
import { useId, useState } from 'preact/hooks';
import { viewerZone } from '../time/clock-text.ts';
import { useWords } from '../words/speaking.ts';
import { findZones, type FoundZone } from './find-zones.ts';

interface ZonePickerProps {
  readonly zone: string;
  readonly onChange: (zone: string) => void;
  readonly fault: string | undefined;
}

/** A box that searches the zones and their other names as one types. */
export function ZonePicker({ zone, onChange, fault }: ZonePickerProps): JSX.Element {
  const { say } = useWords();
  const id = useId();
  const search = useZoneSearch(onChange);
  const { found, at } = search;
  return (
    <div class="zone-picker">
      <label for={id}>{say('timezone')}</label>
      <input
        id={id}
        role="combobox"
        autocomplete="off"
        aria-expanded={found.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={found.length > 0 ? `${id}-${at}` : undefined}
        aria-invalid={fault !== undefined}
        value={search.text ?? zone}
        onInput={(event) => search.look(event.currentTarget.value)}
        onFocus={(event) => event.currentTarget.select()}
        onKeyDown={search.press}
        onBlur={() => search.take(search.text === undefined ? undefined : (found[0]?.name ?? search.text))}
      />
      <ZoneList {...{ id, found, at, onTake: search.take }} />
      {zone !== viewerZone && (
        <button type="button" class="ghost" onClick={() => search.take(viewerZone)}>
          {say('use_my_zone', { zone: viewerZone })}
        </button>
      )}
      {fault !== undefined && (
        <p class="field-fault" role="alert">
          {fault}
        </p>
      )}
    </div>
  );
}

interface ZoneListProps {
  readonly id: string;
  readonly found: readonly FoundZone[];
  readonly at: number;
  readonly onTake: (zone: string) => void;
}

function ZoneList({ id, found, at, onTake }: ZoneListProps): JSX.Element {
  const { say } = useWords();
  return (
    <ul id={`${id}-list`} role="listbox" aria-label={say('timezone')} hidden={found.length === 0}>
      {found.map(({ name, also }, index) => (
        <li
          key={name}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === at}
          onPointerDown={(event) => {
            // The box keeps the keyboard.
            event.preventDefault();
            onTake(name);
          }}
        >
          {name} {also !== undefined && <span class="dim">= {also}</span>}
        </li>
      ))}
    </ul>
  );
}

/** What is typed, what is found for it, and which of that the arrow keys have come to. */
function useZoneSearch(onChange: (zone: string) => void) {
  const [text, setText] = useState<string>();
  const [at, setAt] = useState(0);
  const found = text === undefined ? [] : findZones(text);
  const look = (typed: string): void => {
    setText(typed);
    setAt(0);
  };
  const take = (name: string | undefined): void => {
    if (name !== undefined) onChange(name);
    setText(undefined);
    setAt(0);
  };
  const press = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      if (text === undefined) setText('');
      setAt(Math.max(0, Math.min(found.length - 1, at + (event.key === 'ArrowDown' ? 1 : -1))));
    } else if (event.key === 'Enter' && text !== undefined) {
      event.preventDefault();
      take(found[at]?.name ?? text);
    } else if (event.key === 'Escape') setText(undefined);
  };
  return { text, at, found, look, take, press };
}
