import { openapiSchema } from '../schemas/openapi-schema.ts';
import { previewSchema } from '../schemas/preview-schema.ts';
import { schedulerSchema } from '../schemas/scheduler-schema.ts';
import { workerListSchema } from '../schemas/worker-schema.ts';
import type { CallOptions } from './call-options.ts';
import { readClientOptions, type ScheduleClientOptions } from './client-options.ts';
import type { PreviewInput } from './inputs.ts';
import { pageCalls } from './page-calls.ts';
import { runCalls } from './run-calls.ts';
import { scheduleCalls } from './schedule-calls.ts';
import type { ScheduleClient } from './schedule-client.ts';
import { sender } from './send.ts';

/** A client of the API at an address, for pages and for Node.js. Throws `invalid_options`. */
export function createScheduleClient(options: ScheduleClientOptions): ScheduleClient {
  const send = sender(readClientOptions(options));
  return Object.freeze({
    ...scheduleCalls(send),
    ...runCalls(send),
    ...pageCalls(send),
    listWorkers: async (callOptions?: CallOptions) =>
      await send({ method: 'GET', path: '/', expected: workerListSchema, options: callOptions }),
    previewSchedule: async (body: PreviewInput, callOptions?: CallOptions) =>
      await send({ method: 'POST', path: '/-/preview', body, expected: previewSchema, options: callOptions }),
    getScheduler: async (callOptions?: CallOptions) =>
      await send({ method: 'GET', path: '/-/scheduler', expected: schedulerSchema, options: callOptions }),
    getOpenapi: async (callOptions?: CallOptions) =>
      await send({ method: 'GET', path: '/-/openapi.json', expected: openapiSchema, options: callOptions }),
  });
}
