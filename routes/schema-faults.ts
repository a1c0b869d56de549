import type { ZodError } from 'zod';
import type { FieldFault } from '../lib/errors.ts';

type Issue = ZodError['issues'][number];

/** Whether a body holds nothing at all where an issue points. */
function isMissing(path: readonly PropertyKey[], input: unknown): boolean {
  let value = input;
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return true;
    value = (value as Record<PropertyKey, unknown>)[key];
  }
  return false;
}

function faultsOf(issue: Issue, input: unknown): FieldFault[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => {
      const path = [...issue.path, key].map(String).join('.');
      return { path, code: 'unknown_member', message: `${path}: there is no such member.` };
    });
  }
  const path = issue.path.map(String).join('.');
  const where = path === '' ? 'The body' : path;
  if (isMissing(issue.path, input)) return [{ path, code: 'required', message: `${where}: is required.` }];
  return [{ path, code: issue.code, message: `${where}: ${issue.message}.` }];
}

/** What a schema of ours found, as faults with a path, a stable code and a sentence. */
export function schemaFaults(error: ZodError, input: unknown): FieldFault[] {
  return error.issues.flatMap((issue) => faultsOf(issue, input));
}
