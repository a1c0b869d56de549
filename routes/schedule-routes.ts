import { deleteSchedule } from './handlers/delete-schedule.ts';
import { getSchedule } from './handlers/get-schedule.ts';
import { listFires } from './handlers/list-fires.ts';
import { patchSchedule } from './handlers/patch-schedule.ts';
import { putSchedule } from './handlers/put-schedule.ts';
import { type Route, route } from './route.ts';
import { fireQuerySchema } from './schemas/fire-query-schema.ts';
import { fireListSchema } from './schemas/fire-schema.ts';
import { scheduleBodySchema, schedulePatchSchema } from './schemas/schedule-body-schema.ts';
import { scheduleSchema } from './schemas/schedule-schema.ts';

/** The rows of the route table about the schedule of one worker. */
export const scheduleRoutes: readonly Route[] = [
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
    name: 'listFires',
    method: 'GET',
    path: '/:worker_name/schedule/fires',
    permission: 'read',
    summary: 'The decided occurrences of a worker, newest first.',
    query: fireQuerySchema,
    answers: { 200: fireListSchema },
    handler: listFires,
  }),
];
