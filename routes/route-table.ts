import { getOpenapi } from './handlers/get-openapi.ts';
import { getScheduler } from './handlers/get-scheduler.ts';
import { listWorkers } from './handlers/list-workers.ts';
import { previewSchedule } from './handlers/preview-schedule.ts';
import { pageRoutes } from './page-routes.ts';
import { type Route, route } from './route.ts';
import { runRoutes } from './run-routes.ts';
import { scheduleRoutes } from './schedule-routes.ts';
import { openapiSchema } from './schemas/openapi-schema.ts';
import { previewBodySchema } from './schemas/preview-body-schema.ts';
import { previewSchema } from './schemas/preview-schema.ts';
import { schedulerSchema } from './schemas/scheduler-schema.ts';
import { workerListSchema } from './schemas/worker-schema.ts';

/** Every endpoint there is; adapters, the OpenAPI document, docs and tests are made from this table. */
export const routes: readonly Route[] = Object.freeze([
  route({
    name: 'listWorkers',
    method: 'GET',
    path: '/',
    permission: 'read',
    summary: 'Every worker with its agenda, its active run, its last run and its units.',
    answers: { 200: workerListSchema },
    handler: listWorkers,
  }),
  ...scheduleRoutes,
  ...runRoutes,
  ...pageRoutes,
  route({
    name: 'previewSchedule',
    method: 'POST',
    path: '/-/preview',
    permission: 'read',
    summary: 'What an expression means in a zone, and its next occurrences.',
    body: previewBodySchema,
    answers: { 200: previewSchema },
    handler: previewSchedule,
  }),
  route({
    name: 'getScheduler',
    method: 'GET',
    path: '/-/scheduler',
    permission: 'read',
    summary: 'Who leads, who stands by, and whether anything is ticking.',
    answers: { 200: schedulerSchema },
    handler: getScheduler,
  }),
  route({
    name: 'getOpenapi',
    method: 'GET',
    path: '/-/openapi.json',
    permission: 'read',
    summary: 'This document.',
    needsDatabase: false,
    answers: { 200: openapiSchema },
    handler: async () => await getOpenapi(routes),
  }),
]);
