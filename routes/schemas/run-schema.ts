import { z } from 'zod';
import { instant } from './instant-schema.ts';
import { anyJson } from './any-json.ts';
import { RUN_STATUSES } from '../../lib/ledger/transitions.ts';
import { limitParameter, listSchema, wordsParameter } from './list-schema.ts';

const RUN_TRIGGERS = ['CLI', 'API', 'SCHEDULE'] as const;

const status = z.enum(RUN_STATUSES);

/** The run that holds a worker's slot, and since when. */
export const runHolderSchema = z.object({
  id: z.string(),
  status,
  trigger: z.enum(RUN_TRIGGERS),
  attempt: z.int(),
  since: instant,
  not_before: instant.nullable(),
});

/** One attempt. */
export const runSchema = z.object({
  id: z.string(),
  worker_name: z.string(),
  status,
  trigger: z.enum(RUN_TRIGGERS),
  requested_by: z.string().nullable(),
  requested_by_user_id: z.string().nullable(),
  request: anyJson,
  config: anyJson,
  queued_at: instant,
  started_at: instant.nullable(),
  finished_at: instant.nullable(),
  error: z.string().nullable(),
  runner_id: z.string().nullable(),
  lease_expires_at: instant.nullable(),
  cancel_requested_at: instant.nullable(),
  progress: anyJson,
  attempt: z.int(),
  max_attempts: z.int(),
  retry_of: z.string().nullable(),
  not_before: instant.nullable(),
  scheduled_for: instant.nullable(),
  lateness_seconds: z.number().nullable(),
});

/** What the body of POST runs is: the request itself, which the worker's own schema judges. */
export const requestSchema = z.unknown();

/** The cursor of runs is the id of the last one shown. */
export const runQuerySchema = z.object({
  limit: limitParameter,
  cursor: z
    .string()
    .regex(/^[0-9a-f-]{1,36}$/i, 'the next_cursor of a page is needed')
    .optional(),
  status: wordsParameter(RUN_STATUSES),
  trigger: wordsParameter(RUN_TRIGGERS),
});

export const runListSchema = listSchema(runSchema);
