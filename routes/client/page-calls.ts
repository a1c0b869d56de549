import { overviewSchema } from '../schemas/overview-schema.ts';
import { timelineSchema } from '../schemas/timeline-schema.ts';
import { workerPageSchema } from '../schemas/worker-page-schema.ts';
import { path } from './path.ts';
import { OVERVIEW_FILTER, queryOf, TIMELINE_WINDOW, WORKER_FILTER } from './query-of.ts';
import type { PageCalls } from './schedule-client.ts';
import type { Send } from './send.ts';

/** The calls that show a page with one answer, over a way to send. */
export function pageCalls(send: Send): PageCalls {
  const get = { method: 'GET' } as const;
  return {
    getOverview: async (filter, options) =>
      await send({
        ...get,
        path: `/-/overview${queryOf(filter, OVERVIEW_FILTER)}`,
        expected: overviewSchema,
        options,
      }),
    getTimeline: async (window, options) =>
      await send({
        ...get,
        path: `/-/timeline${queryOf(window, TIMELINE_WINDOW)}`,
        expected: timelineSchema,
        options,
      }),
    getWorker: async (name, filter, options) =>
      await send({
        ...get,
        path: path`/${name}/overview` + queryOf(filter, WORKER_FILTER),
        expected: workerPageSchema,
        options,
      }),
  };
}
