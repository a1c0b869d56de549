import type { JSX } from 'preact';
import { useId, useState } from 'preact/hooks';
import { viewerZone } from '../time/clock-text.ts';
import { useWords } from '../words/speaking.ts';
import { findZones } from './find-zones.ts';

interface ZonePickerProps {
  readonly zone: string;
  readonly onChange: (zone: string) => void;
  readonly fault: string | undefined;
}

/** A box that searches the zones and their other names as one types. */
export function ZonePicker({ zone, onChange, fault }: ZonePickerProps): JSX.Element {
  const { say } = useWords();
  const id = useId();
  const [search, setSearch] = useState<string>();
  const [at, setAt] = useState(0);
  const found = search === undefined ? [] : findZones(search);
  const take = (name: string | undefined): void => {
    if (name !== undefined) onChange(name);
    setSearch(undefined);
    setAt(0);
  };
  const onKey = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      if (search === undefined) setSearch('');
      setAt(Math.max(0, Math.min(found.length - 1, at + (event.key === 'ArrowDown' ? 1 : -1))));
    } else if (event.key === 'Enter' && search !== undefined) {
      event.preventDefault();
      take(found[at]?.name ?? search);
    } else if (event.key === 'Escape') setSearch(undefined);
  };
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
        value={search ?? zone}
        onInput={(event) => (setSearch(event.currentTarget.value), setAt(0))}
        onFocus={(event) => event.currentTarget.select()}
        onKeyDown={onKey}
        onBlur={() => take(search === undefined ? undefined : (findZones(search)[0]?.name ?? search))}
      />
      <ul id={`${id}-list`} role="listbox" aria-label={say('timezone')} hidden={found.length === 0}>
        {found.map(({ name, also }, index) => (
          <li
            key={name}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === at}
            onPointerDown={(event) => (event.preventDefault(), take(name))}
          >
            {name} {also !== undefined && <span class="dim">= {also}</span>}
          </li>
        ))}
      </ul>
      {zone !== viewerZone && (
        <button type="button" class="ghost" onClick={() => take(viewerZone)}>
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
