/** One fault that a schema found, as Standard Schema 1 gives it. */
export interface SchemaIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

export type SchemaResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly SchemaIssue[] };

/** The part of Standard Schema (version 1) that we use: zod from 3.24, valibot, arktype and others implement it. */
export interface StandardSchema<Input = unknown, Output = unknown> {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => SchemaResult<Output> | Promise<SchemaResult<Output>>;
    readonly types?: { readonly input: Input; readonly output: Output } | undefined;
  };
}

export type SchemaInput<S extends StandardSchema> = NonNullable<S['~standard']['types']>['input'];
export type SchemaOutput<S extends StandardSchema> = NonNullable<S['~standard']['types']>['output'];
