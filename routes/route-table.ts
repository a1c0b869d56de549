import { createRun } from './handlers/create-run.ts';
import { deleteSchedule } from './handlers/delete-schedule.ts';
import { getSchedule } from './handlers/get-schedule.ts';
import { listRuns } from './handlers/list-runs.ts';
import { listWorkers } from './handlers/list-workers.ts';
import { patchSchedule } from './handlers/patch-schedule.ts';
import { putSchedule } from './handlers/put-schedule.ts';
import { type Route, route } from './route.ts';
import { listQuerySchema, requestSchema, runListSchema, runSchema } from './schemas/run-schema.ts';
import { scheduleBodySchema, schedulePatchSchema, scheduleSchema } from './schemas/schedule-schema.ts';
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
  route({
    name: 'getSchedule',
    method: 'GET',
    path: '/:worker_name/schedule',
    permission: 'read',
    summary: 'The schedule of a worker, in words, with its next occurrences and the run that blocks it.',
    answers: { 200: scheduleSchema },
    handler: getSchedule,
  }),
  route({
    name: 'putSchedule',
    method: 'PUT',
    path: '/:worker_name/schedule',
    permission: 'operate',
    summary: 'Creates or replaces the schedule of a worker; an identical one changes nothing.',
    body: scheduleBodySchema,
    answers: { 200: scheduleSchema, 201: scheduleSchema },
    handler: putSchedule,
  }),
  route({
    name: 'patchSchedule',
    method: 'PATCH',
    path: '/:worker_name/schedule',
    permission: 'operate',
    summary: 'Changes members of the schedule of a worker; request is replaced whole.',
    body: schedulePatchSchema,
    answers: { 200: scheduleSchema },
    handler: patchSchedule,
  }),
  route({
    name: 'deleteSchedule',
    method: 'DELETE',
    path: '/:worker_name/schedule',
    permission: 'operate',
    summary: 'Deletes the schedule of a worker, if there is one; its runs stay.',
    answers: { 204: null },
    handler: deleteSchedule,
  }),
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
    query: listQuerySchema,
    answers: { 200: runListSchema },
    handler: listRuns,
  }),
]);
