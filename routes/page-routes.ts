import { getOverview } from './handlers/get-overview.ts';
import { getTimeline } from './handlers/get-timeline.ts';
import { getWorker } from './handlers/get-worker.ts';
import { type Route, route } from './route.ts';
import { overviewSchema } from './schemas/overview-schema.ts';
import { overviewQuerySchema, timelineQuerySchema, workerPageQuerySchema } from './schemas/page-query-schemas.ts';
import { timelineSchema } from './schemas/timeline-schema.ts';
import { workerPageSchema } from './schemas/worker-page-schema.ts';

/** The rows of the route table that a page needs to show itself with one call. */
export const pageRoutes: readonly Route[] = [
  route({
    name: 'getOverview',
    method: 'GET',
    path: '/-/overview',
    permission: 'read',
    summary: 'Every worker, the scheduler, the moment, and whether the caller may operate.',
    query: overviewQuerySchema,
    answers: { 200: overviewSchema },
    handler: getOverview,
  }),
  route({
    name: 'getTimeline',
    method: 'GET',
    path: '/-/timeline',
    permission: 'read',
    summary: 'What every worker did and will do within a window of at most 48 hours.',
    query: timelineQuerySchema,
    answers: { 200: timelineSchema },
    handler: getTimeline,
  }),
  route({
    name: 'getWorker',
    method: 'GET',
    path: '/:worker_name/overview',
    permission: 'read',
    summary: 'One worker with its schedule, the JSON Schema of its request, its newest runs and silent occurrences.',
    query: workerPageQuerySchema,
    answers: { 200: workerPageSchema },
    handler: getWorker,
  }),
];
