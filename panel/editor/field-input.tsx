import type { JSX } from 'preact';
import { useWords } from '../words/speaking.ts';
import type { FieldProps } from './field-props.ts';
import { withMember } from './json-schema.ts';
import { ListInput, ScalarInput } from './scalar-input.tsx';

/** One field of a request; an object is a group of fields. */
export function FieldInput(props: FieldProps): JSX.Element {
  const { field, name, path, value, faults, onChange } = props;
  if (field.kind !== 'object') return <LabelledInput {...props} />;
  const members = field.members.map(([member, inner]) => (
    <FieldInput
      key={member}
      field={inner}
      name={member}
      path={`${path}.${member}`}
      value={(value as Readonly<Record<string, unknown>> | undefined)?.[member]}
      faults={faults}
      onChange={(changed) => onChange(withMember(value, member, changed))}
    />
  ));
  if (name === '') return <div class="fields">{members}</div>;
  return (
    <fieldset class="fields inner">
      <legend>{field.title ?? name}</legend>
      {field.description !== undefined && <p class="dim">{field.description}</p>}
      {members}
    </fieldset>
  );
}

function LabelledInput(props: FieldProps): JSX.Element {
  const { say } = useWords();
  const { field, name, path, faults } = props;
  const about = [
    ...(field.description === undefined ? [] : [field.description]),
    ...(field.otherwise === undefined ? [] : [say('otherwise', { value: field.otherwise })]),
  ];
  const own = faults.filter((fault) => fault.path === path || fault.path.startsWith(`${path}.`));
  return (
    <div class="field">
      <label for={path}>
        {field.title ?? name}
        {field.isRequired && <span class="dim"> · {say('required')}</span>}
      </label>
      {field.kind === 'list' ? <ListInput {...props} /> : <ScalarInput {...props} />}
      <p class="dim" id={`${path}-about`}>
        {about.join('. ')}
      </p>
      {own.map(({ path: at, message }) => (
        <p key={at} class="field-fault" role="alert">
          {message}
        </p>
      ))}
    </div>
  );
}
