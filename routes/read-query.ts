import type { ZodType } from 'zod';
import { ProblemError } from './problem.ts';
import { schemaFaults } from './schema-faults.ts';

/** The parameters of a query, each with all its values; a list may be written with commas or by repeating the name. */
function parametersOf(search: string): Record<string, string> {
  const parameters = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(search)) {
    const before = parameters.get(name);
    parameters.set(name, before === undefined ? value : `${before},${value}`);
  }
  return Object.fromEntries(parameters);
}

/** Checks a query; names that the schema does not know are left alone. Throws the problem `invalid_query`. */
export function readQuery(schema: ZodType | undefined, search: string): unknown {
  if (schema === undefined) return {};
  const parameters = parametersOf(search);
  const result = schema.safeParse(parameters);
  if (result.success) return result.data;
  const fields = schemaFaults(result.error, parameters);
  throw new ProblemError('invalid_query', `The query is not valid. ${fields.map((field) => field.message).join(' ')}`, {
    fields,
  });
}
