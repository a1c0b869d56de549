import type { FieldFault } from '../../lib/errors.ts';
import type { Field } from './json-schema.ts';

/** A field with its place in the request and what is in it. */
export interface FieldProps {
  readonly field: Field;
  readonly name: string;
  /** Such as request.folder; faults name it. */
  readonly path: string;
  readonly value: unknown;
  readonly faults: readonly FieldFault[];
  readonly onChange: (value: unknown) => void;
}
