import { z } from 'zod';
import { RUN_STATUSES } from '../../lib/ledger/transitions.ts';

const instant = z.iso.datetime();

const status = z.enum(RUN_STATUSES);

/** The run that holds a worker's slot, and since when. */
export const runHolderSchema = z.object({
  id: z.string(),
  status,
  trigger: z.enum(['CLI', 'API', 'SCHEDULE']),
  attempt: z.int(),
  since: instant,
  not_before: instant.nullable(),
});

/** One attempt. */
export const runSchema = z.object({
  id: z.string(),
  worker_name: z.string(),
  status,
  trigger: z.enum(['CLI', 'API', 'SCHEDULE']),
  requested_by: z.string().nullable(),
  requested_by_user_id: z.string().nullable(),
  request: z.json(),
  config: z.json(),
  queued_at: instant,
  started_at: instant.nullable(),
  finished_at: instant.nullable(),
  error: z.string().nullable(),
  runner_id: z.string().nullable(),
  lease_expires_at: instant.nullable(),
  cancel_requested_at: instant.nullable(),
  progress: z.json(),
  attempt: z.int(),
  max_attempts: z.int(),
  retry_of: z.string().nullable(),
  not_before: instant.nullable(),
  scheduled_for: instant.nullable(),
  lateness_seconds: z.number().nullable(),
});

/** What the body of POST runs is: the request itself, which the worker's own schema judges. */
export const requestSchema = z.unknown();

/** How many items a list holds. */
const limit = z
  .string()
  .regex(/^\d{1,3}$/, 'a whole number from 1 to 200 is needed')
  .transform(Number)
  .pipe(z.int().min(1).max(200))
  .optional();

export const listQuerySchema = z.object({ limit });

export const runListSchema = z.object({ items: z.array(runSchema) });
