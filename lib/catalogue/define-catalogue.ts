import { WorkerSchedulesError } from '../errors.ts';
import type { SchemaInput, SchemaOutput, StandardSchema } from './standard-schema.ts';
import { workerNameFault } from './worker-name.ts';

/** What `resolveConfig` is told besides the request. */
export interface ResolveContext<Output = unknown> {
  readonly workerName: string;
  /** The schema's output for the same request, with the schema's defaults filled in. */
  readonly parsed: Output;
}

/** The host's own count of a worker's queue of units; schedules and retries never move it. */
export interface UnitCounts {
  readonly pending: number;
  readonly processed: number;
}

/** What a host declares about one worker. */
export interface WorkerDefinition<S extends StandardSchema = StandardSchema> {
  readonly label: string;
  readonly request: S;
  /** JSON Schema of the request, for forms and documentation. */
  readonly requestJsonSchema?: object;
  /** Turns the request, as it was sent, into the configuration of one run; called at enqueue, outside any transaction. */
  resolveConfig?(request: SchemaInput<S>, context: ResolveContext<SchemaOutput<S>>): unknown;
  countUnits?(): UnitCounts | Promise<UnitCounts>;
}

export type Schemas = Readonly<Record<string, StandardSchema>>;

/** The host's declaration of its workers, checked and frozen. */
export interface Catalogue<S extends Schemas = Schemas> {
  readonly workers: { readonly [Name in keyof S]: WorkerDefinition<S[Name]> };
}

/**
 * Declares the workers of a host. The catalogue imports no worker code, so that the API process stays light.
 * Throws `invalid_catalogue`, naming every fault, for an illegal worker name, a missing label or a schema that does not
 * implement Standard Schema.
 */
export function defineCatalogue<S extends Schemas>(
  workers: {
    readonly [Name in keyof S]: WorkerDefinition<S[Name]>;
  },
): Catalogue<S> {
  const faults = isRecord(workers)
    ? Object.entries(workers).flatMap(([name, worker]) => definitionFaults(name, worker))
    : ['The catalogue must be an object of workers by name.'];
  if (faults.length > 0) {
    throw new WorkerSchedulesError('invalid_catalogue', faults.join(' '), {
      fields: faults.map((message) => ({ path: 'catalogue', code: 'invalid_catalogue', message })),
    });
  }
  return Object.freeze({ workers: Object.freeze({ ...workers }) });
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function definitionFaults(name: string, worker: unknown): string[] {
  const where = `Worker ${JSON.stringify(name)}`;
  const nameFault = workerNameFault(name);
  const { label, request, requestJsonSchema, resolveConfig, countUnits } = isRecord(worker) ? worker : {};
  return [
    nameFault === undefined ? '' : `${where}: its name ${nameFault}.`,
    typeof label === 'string' && label !== '' ? '' : `${where}: label must be a non-empty string.`,
    isStandardSchema(request) ? '' : `${where}: request must be a Standard Schema (zod from 3.24, valibot, …).`,
    requestJsonSchema === undefined || isRecord(requestJsonSchema)
      ? ''
      : `${where}: requestJsonSchema must be an object.`,
    isOptionalFunction(resolveConfig) ? '' : `${where}: resolveConfig must be a function.`,
    isOptionalFunction(countUnits) ? '' : `${where}: countUnits must be a function.`,
  ].filter((fault) => fault !== '');
}

function isOptionalFunction(value: unknown): boolean {
  return value === undefined || typeof value === 'function';
}

function isStandardSchema(value: unknown): boolean {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return false;
  const standard = (value as { '~standard'?: { version?: unknown; validate?: unknown } })['~standard'];
  return standard?.version === 1 && typeof standard.validate === 'function';
}

/** The definition of a worker, or undefined; names such as "constructor" find nothing. */
export function findWorker(catalogue: Catalogue, workerName: string): WorkerDefinition | undefined {
  return Object.hasOwn(catalogue.workers, workerName) ? catalogue.workers[workerName] : undefined;
}

/** The definition of a worker. Throws `unknown_worker`. */
export function requireWorker(catalogue: Catalogue, workerName: string): WorkerDefinition {
  const definition = findWorker(catalogue, workerName);
  if (definition !== undefined) return definition;
  throw new WorkerSchedulesError('unknown_worker', `The catalogue has no worker ${JSON.stringify(workerName)}.`, {
    fields: [{ path: 'worker_name', code: 'unknown_worker', message: 'No worker of this name is in the catalogue.' }],
  });
}
