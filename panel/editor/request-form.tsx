import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { FieldFault } from '../../lib/errors.ts';
import { useWords } from '../words/speaking.ts';
import { FieldInput } from './field-input.tsx';
import { fieldOf, fits } from './json-schema.ts';

interface RequestFormProps {
  readonly schema: unknown;
  /** The request as JSON text; what is sent is what it says. */
  readonly text: string;
  readonly onChange: (text: string) => void;
  readonly faults: readonly FieldFault[];
  readonly isReadOnly: boolean;
}

/** What a text says as JSON, or undefined where it is none. */
export function parsedJson(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}

/** The request: as a form where the worker has a JSON Schema, and always as JSON. */
export function RequestForm({ schema, text, onChange, faults, isReadOnly }: RequestFormProps): JSX.Element {
  const { say } = useWords();
  const field = fieldOf(schema);
  const parsed = parsedJson(text);
  const hasForm = field.kind === 'object' && parsed !== undefined && fits(field, parsed.value);
  const [wantsJson, setWantsJson] = useState(false);
  const isForm = hasForm && !wantsJson;
  return (
    <fieldset class="request" disabled={isReadOnly}>
      <legend>{say('request')}</legend>
      {hasForm && (
        <div class="tabs" role="group" aria-label={say('request_view')}>
          <button type="button" aria-pressed={isForm} onClick={() => setWantsJson(false)}>
            {say('as_form')}
          </button>
          <button type="button" aria-pressed={!isForm} onClick={() => setWantsJson(true)}>
            JSON
          </button>
        </div>
      )}
      {isForm ? (
        <FieldInput
          field={field}
          name=""
          path="request"
          value={parsed.value}
          faults={faults}
          onChange={(value) => onChange(JSON.stringify(value, null, 2))}
        />
      ) : (
        <RawJson text={text} onChange={onChange} isBroken={parsed === undefined} />
      )}
      <RequestFaults
        faults={faults.filter(({ path }) => path.startsWith('request') && (!isForm || path === 'request'))}
      />
    </fieldset>
  );
}

interface RawJsonProps {
  readonly text: string;
  readonly onChange: (text: string) => void;
  readonly isBroken: boolean;
}

function RawJson({ text, onChange, isBroken }: RawJsonProps): JSX.Element {
  const { say } = useWords();
  return (
    <>
      <textarea
        class="code"
        aria-label={say('request_json')}
        rows={Math.min(16, Math.max(4, text.split('\n').length + 1))}
        spellcheck={false}
        value={text}
        aria-invalid={isBroken}
        onInput={(event) => onChange(event.currentTarget.value)}
      />
      {isBroken && <p class="field-fault">{say('not_json')}</p>}
    </>
  );
}

function RequestFaults({ faults }: { readonly faults: readonly FieldFault[] }): JSX.Element {
  return (
    <>
      {faults.map(({ path, message }) => (
        <p key={path} class="field-fault" role="alert">
          {path}: {message}
        </p>
      ))}
    </>
  );
}
