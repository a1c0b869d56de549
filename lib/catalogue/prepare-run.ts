import { messageOf, WorkerSchedulesError } from '../errors.ts';
import { type Catalogue, requireWorker, type ResolveContext, type WorkerDefinition } from './define-catalogue.ts';
import { storageFaults } from './storable-json.ts';
import { validateRequest } from './validate-request.ts';

/** What a run needs besides its row: the configuration as JSON text. */
export interface PreparedRun {
  readonly configJson: string;
}

function toJson(config: unknown, workerName: string): string {
  try {
    const json = JSON.stringify(config ?? null, refuseNonFinite) as string | undefined;
    if (json === undefined) throw new TypeError(`a ${typeof config} is not JSON`);
    const [fault] = storageFaults(JSON.parse(json), 'config');
    if (fault !== undefined) throw new TypeError(fault.message);
    return json;
  } catch (error) {
    throw configFailed(workerName, error);
  }
}

/** JSON.stringify would make null of it. */
function refuseNonFinite(key: string, value: unknown): unknown {
  if (typeof value !== 'number' || Number.isFinite(value)) return value;
  throw new TypeError(`${key === '' ? 'config' : key} is not a finite number.`);
}

function configFailed(workerName: string, cause: unknown): WorkerSchedulesError {
  return new WorkerSchedulesError('config_failed', `ConfigError: ${messageOf(cause)}`, {
    cause,
    details: { workerName },
  });
}

/**
 * Validates a request and resolves its configuration by the host's code; never call it inside a transaction of ours.
 * Without a catalogue the request was validated when it was saved and is its own configuration. `resolveConfig` gets a
 * copy, so that nothing that it does to it changes what is stored.
 * Throws `unknown_worker`, `invalid_request`, or `config_failed` with a message that begins "ConfigError: ".
 */
export async function prepareRun(
  catalogue: Catalogue | undefined,
  workerName: string,
  request: unknown,
): Promise<PreparedRun> {
  const parsed = await validateRequest(catalogue, workerName, request);
  if (catalogue === undefined) return { configJson: JSON.stringify(request ?? null) };
  const definition = requireWorker(catalogue, workerName);
  if (definition.resolveConfig === undefined) return { configJson: toJson(parsed, workerName) };
  return { configJson: toJson(await callResolveConfig(definition, request, { workerName, parsed }), workerName) };
}

async function callResolveConfig(
  definition: WorkerDefinition,
  request: unknown,
  context: ResolveContext,
): Promise<unknown> {
  try {
    return await definition.resolveConfig?.(structuredClone(request), context);
  } catch (error) {
    throw configFailed(context.workerName, error);
  }
}
