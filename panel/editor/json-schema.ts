/** One member of a request as a form shows it. */
export interface Field {
  readonly kind: 'text' | 'number' | 'integer' | 'boolean' | 'choice' | 'object' | 'list' | 'raw';
  readonly title: string | undefined;
  readonly description: string | undefined;
  /** What the worker takes when the member is left out, as JSON. */
  readonly otherwise: string | undefined;
  readonly isRequired: boolean;
  readonly choices: readonly unknown[];
  readonly members: readonly (readonly [name: string, field: Field])[];
  readonly item: Field | undefined;
}

type Schema = Readonly<Record<string, unknown>>;

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

const KINDS: Readonly<Record<string, Field['kind']>> = {
  string: 'text',
  number: 'number',
  integer: 'integer',
  boolean: 'boolean',
};

function kindOf(schema: Schema): Field['kind'] {
  if (Array.isArray(schema['enum'])) return 'choice';
  if (schema['type'] === 'object' && isSchema(schema['properties'])) return 'object';
  if (schema['type'] === 'array' && isSchema(schema['items'])) {
    const item = kindOf(schema['items']);
    return item === 'object' || item === 'list' || item === 'raw' ? 'raw' : 'list';
  }
  const type = textOf(schema['type']);
  return type !== undefined && Object.hasOwn(KINDS, type) ? (KINDS[type] ?? 'raw') : 'raw';
}

/** A JSON Schema as a field of a form; what a form cannot show is a field of raw JSON. */
export function fieldOf(schema: unknown, isRequired = true): Field {
  const known = isSchema(schema) ? schema : {};
  const kind = kindOf(known);
  const required = Array.isArray(known['required']) ? (known['required'] as unknown[]) : [];
  const properties = kind === 'object' ? Object.entries(known['properties'] as Schema) : [];
  return {
    kind,
    title: textOf(known['title']),
    description: textOf(known['description']),
    otherwise: 'default' in known ? JSON.stringify(known['default']) : undefined,
    isRequired,
    choices: kind === 'choice' ? (known['enum'] as unknown[]) : [],
    members: properties.map(([name, member]) => [name, fieldOf(member, required.includes(name))] as const),
    item: kind === 'list' ? fieldOf(known['items']) : undefined,
  };
}

/** Whether a form can show a value without losing any of it: objects, and of them only members that the field knows. */
export function fits(field: Field, value: unknown): boolean {
  if (value === undefined) return true;
  switch (field.kind) {
    case 'object': {
      if (!isSchema(value)) return false;
      const members = new Map(field.members);
      return Object.entries(value).every(([name, member]) => {
        const known = members.get(name);
        return known !== undefined && fits(known, member);
      });
    }
    case 'list':
      return Array.isArray(value) && value.every((item) => field.item !== undefined && fits(field.item, item));
    case 'text':
      return typeof value === 'string';
    case 'number':
    case 'integer':
      return typeof value === 'number';
    case 'boolean':
      return typeof value === 'boolean';
    default:
      return true;
  }
}

/** A value with one member put in, or taken out when it is undefined; every other member stays, in its order. */
export function withMember(value: unknown, name: string, member: unknown): object {
  const entries = Object.entries(isSchema(value) ? value : {});
  const at = entries.findIndex(([known]) => known === name);
  if (at < 0) return Object.fromEntries(member === undefined ? entries : [...entries, [name, member]]);
  return Object.fromEntries(
    entries.flatMap(([known, old]) => (known !== name ? [[known, old]] : member === undefined ? [] : [[name, member]])),
  );
}

/** What a request is at first: the members that must be there, empty. */
export function firstValue(field: Field): unknown {
  switch (field.kind) {
    case 'object':
      return Object.fromEntries(
        field.members.filter(([, member]) => member.isRequired).map(([name, member]) => [name, firstValue(member)]),
      );
    case 'list':
      return [];
    case 'text':
      return '';
    case 'boolean':
      return false;
    case 'number':
    case 'integer':
      return 0;
    case 'choice':
      return field.choices[0];
    default:
      return {};
  }
}
