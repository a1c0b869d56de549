import type { WorkerAdapter } from 'worker-schedules';
import { unreliableRequest, type UnreliableRequest } from './unreliable-request.ts';

const timeoutMs = 5000;

/** Asks a service over HTTP that refuses the first attempts, or is away when it is; every failure is a real one. */
export function unreliableWorker(serviceUrl: string): WorkerAdapter<UnreliableRequest> {
  return {
    async run(run, context) {
      const { failures } = unreliableRequest.parse(run.request);
      const url = `${serviceUrl}?attempt=${context.attempt}&failures=${failures}`;
      const response = await fetch(url, { signal: AbortSignal.any([context.signal, AbortSignal.timeout(timeoutMs)]) });
      if (!response.ok) throw new ServiceError(`GET ${url} answered ${response.status} ${response.statusText}`);
      await context.progress(await response.json());
    },
  };
}

class ServiceError extends Error {
  override readonly name = 'ServiceError';
}
