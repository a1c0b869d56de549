import { runListSchema, runSchema } from '../schemas/run-schema.ts';
import { itemsOf } from './pages.ts';
import { path } from './path.ts';
import { queryOf, RUN_FILTER } from './query-of.ts';
import type { RunCalls } from './schedule-client.ts';
import type { Send } from './send.ts';

/** The calls about runs, over a way to send. */
export function runCalls(send: Send): RunCalls {
  const listRuns: RunCalls['listRuns'] = async (name, filter, options) =>
    await send({
      method: 'GET',
      path: path`/${name}/runs` + queryOf(filter, RUN_FILTER),
      expected: runListSchema,
      options,
    });
  return {
    createRun: async (name, body, options) =>
      await send({ method: 'POST', path: path`/${name}/runs`, body, expected: runSchema, options }),
    listRuns,
    runs: (name, filter, options) => itemsOf((from) => listRuns(name, { ...filter, ...from }, options)),
    getRun: async (name, runId, options) =>
      await send({ method: 'GET', path: path`/${name}/runs/${runId}`, expected: runSchema, options }),
    cancelRun: async (name, runId, options) =>
      await send({ method: 'POST', path: path`/${name}/runs/${runId}/cancel`, body: {}, expected: runSchema, options }),
  };
}
