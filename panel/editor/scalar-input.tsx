import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useWords } from '../words/speaking.ts';
import type { FieldProps } from './field-props.ts';
import type { Field } from './json-schema.ts';

/** A text, number, yes or no, one of several, or a member that only JSON can say. */
export function ScalarInput(props: FieldProps): JSX.Element {
  const { field, path, value, onChange } = props;
  const common = { id: path, 'aria-describedby': `${path}-about` };
  switch (field.kind) {
    case 'boolean':
      return <Choice {...props} choices={[true, false]} />;
    case 'choice':
      return <Choice {...props} choices={field.choices} />;
    case 'number':
    case 'integer':
      return (
        <input
          {...common}
          type="number"
          step={field.kind === 'integer' ? 1 : 'any'}
          placeholder={field.otherwise}
          value={typeof value === 'number' ? String(value) : ''}
          onInput={(event) => onChange(numberIn(event.currentTarget.value, field))}
        />
      );
    case 'text':
      return (
        <input
          {...common}
          type="text"
          placeholder={field.otherwise}
          value={typeof value === 'string' ? value : ''}
          onInput={(event) => onChange(textIn(event.currentTarget.value, field))}
        />
      );
    default:
      return <JsonMember {...props} />;
  }
}

/** An empty box leaves a member out unless it must be there. */
const textIn = (text: string, field: Field): unknown => (text === '' && !field.isRequired ? undefined : text);

function numberIn(text: string, field: Field): unknown {
  if (text === '') return field.isRequired ? 0 : undefined;
  return Number(text);
}

function Choice({
  field,
  path,
  value,
  choices,
  onChange,
}: FieldProps & { readonly choices: readonly unknown[] }): JSX.Element {
  const { say } = useWords();
  const at = choices.findIndex((choice) => JSON.stringify(choice) === JSON.stringify(value));
  return (
    <select
      id={path}
      aria-describedby={`${path}-about`}
      value={at < 0 ? '' : String(at)}
      onChange={(event) =>
        onChange(event.currentTarget.value === '' ? undefined : choices[Number(event.currentTarget.value)])
      }
    >
      {(!field.isRequired || at < 0) && <option value="">{say('left_out')}</option>}
      {choices.map((choice, index) => (
        <option key={index} value={String(index)}>
          {choice === true ? say('yes') : choice === false ? say('no') : String(choice)}
        </option>
      ))}
    </select>
  );
}

/** JSON that is not whole yet stays in the box and is not taken over. */
function JsonMember({ path, value, onChange }: FieldProps): JSX.Element {
  const [text, setText] = useState(value === undefined ? '' : JSON.stringify(value));
  const take = (typed: string): void => {
    setText(typed);
    try {
      onChange(typed.trim() === '' ? undefined : (JSON.parse(typed) as unknown));
    } catch {
      // Not whole yet.
    }
  };
  return (
    <input
      id={path}
      aria-describedby={`${path}-about`}
      class="code"
      type="text"
      value={text}
      placeholder="JSON"
      onInput={(event) => take(event.currentTarget.value)}
    />
  );
}

/** A list of scalars, one below the other. */
export function ListInput({ field, path, value, faults, onChange }: FieldProps): JSX.Element {
  const { say } = useWords();
  const items = Array.isArray(value) ? (value as unknown[]) : [];
  const { item } = field;
  if (item === undefined) return <></>;
  const empty =
    item.kind === 'text' ? '' : item.kind === 'boolean' ? false : item.kind === 'choice' ? item.choices[0] : 0;
  return (
    <div class="list" id={path}>
      {items.map((entry, index) => (
        <div key={index} class="list-item" role="group" aria-label={`${index + 1}`}>
          <ScalarInput
            {...{
              field: { ...item, isRequired: true },
              name: `${index}`,
              path: `${path}.${index}`,
              value: entry,
              faults,
            }}
            onChange={(changed) => onChange(items.map((old, at) => (at === index ? changed : old)))}
          />
          <button
            type="button"
            class="ghost"
            aria-label={say('remove')}
            onClick={() => onChange(items.filter((_, at) => at !== index))}
          >
            ✕
          </button>
        </div>
      ))}
      <button type="button" onClick={() => onChange([...items, empty])}>
        {say('add')}
      </button>
    </div>
  );
}
