import { type FieldFault, WorkerSchedulesError } from '../errors.ts';
import { type Catalogue, requireWorker } from './define-catalogue.ts';
import type { SchemaIssue } from './standard-schema.ts';
import { storageFaults } from './storable-json.ts';

function issuePath(issue: SchemaIssue): string {
  const keys = (issue.path ?? []).map((part) => (typeof part === 'object' ? part.key : part));
  return ['request', ...keys.map(String)].join('.');
}

function refuse(workerName: string, fields: readonly FieldFault[]): never {
  const sentences = fields.map((field) => `${field.path}: ${field.message}`).join('; ');
  throw new WorkerSchedulesError('invalid_request', `The request of worker ${workerName} is not valid. ${sentences}`, {
    fields,
  });
}

/**
 * Validates a request, as it was sent, against its worker's schema and returns the schema's output. Without a catalogue
 * only what the database cannot keep is refused, and the request is its own output.
 * Throws `unknown_worker`, or `invalid_request` with a path and a sentence per fault.
 */
export async function validateRequest(
  catalogue: Catalogue | undefined,
  workerName: string,
  request: unknown,
): Promise<unknown> {
  const definition = catalogue === undefined ? undefined : requireWorker(catalogue, workerName);
  const unstorable = storageFaults(request, 'request');
  if (unstorable.length > 0) refuse(workerName, unstorable);
  if (definition === undefined) return request;
  const result = await definition.request['~standard'].validate(request);
  if (result.issues === undefined) return result.value;
  return refuse(
    workerName,
    result.issues.map((issue) => ({ path: issuePath(issue), code: 'invalid_request', message: issue.message })),
  );
}
