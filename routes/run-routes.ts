import { z } from 'zod';
import { cancelRun } from './handlers/cancel-run.ts';
import { createRun } from './handlers/create-run.ts';
import { getRun } from './handlers/get-run.ts';
import { listRuns } from './handlers/list-runs.ts';
import { type Route, route } from './route.ts';
import { requestSchema } from './schemas/run-body-schema.ts';
import { runQuerySchema } from './schemas/run-query-schema.ts';
import { runListSchema, runSchema } from './schemas/run-schema.ts';

/** The rows of the route table about runs. */
export const runRoutes: readonly Route[] = [
  route({
    name: 'createRun',
    method: 'POST',
    path: '/:worker_name/runs',
    permission: 'operate',
    summary: 'Queues a run by hand; the body is the request.',
    body: requestSchema,
    answers: { 201: runSchema },
    handler: createRun,
  }),
  route({
    name: 'listRuns',
    method: 'GET',
    path: '/:worker_name/runs',
    permission: 'read',
    summary: 'The runs of a worker, newest first.',
    query: runQuerySchema,
    answers: { 200: runListSchema },
    handler: listRuns,
  }),
  route({
    name: 'getRun',
    method: 'GET',
    path: '/:worker_name/runs/:run_id',
    permission: 'read',
    summary: 'One run.',
    answers: { 200: runSchema },
    handler: getRun,
  }),
  route({
    name: 'cancelRun',
    method: 'POST',
    path: '/:worker_name/runs/:run_id/cancel',
    permission: 'operate',
    summary: 'Cancels a queued run at once, and asks a running one to stop.',
    body: z.strictObject({}),
    bodyRule: 'optional',
    answers: { 200: runSchema },
    handler: cancelRun,
  }),
];
