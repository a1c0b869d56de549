import * as z from 'zod/mini';
import { RUN_STATUSES } from '../../lib/ledger/transitions.ts';
import { anyJson } from './any-json.ts';
import { instant } from './instant-schema.ts';
import { listSchema } from './list-schema.ts';

/** What asks for runs. */
export const RUN_TRIGGERS = ['CLI', 'API', 'SCHEDULE'] as const;

const status = z.enum(RUN_STATUSES);

/** The run that holds a worker's slot, and since when. */
export const runHolderSchema = z.object({
  id: z.string(),
  status,
  trigger: z.enum(RUN_TRIGGERS),
  attempt: z.int(),
  since: instant,
  not_before: z.nullable(instant),
});

/** One attempt. */
export const runSchema = z.object({
  id: z.string(),
  worker_name: z.string(),
  status,
  trigger: z.enum(RUN_TRIGGERS),
  requested_by: z.nullable(z.string()),
  requested_by_user_id: z.nullable(z.string()),
  request: anyJson,
  config: anyJson,
  queued_at: instant,
  started_at: z.nullable(instant),
  finished_at: z.nullable(instant),
  error: z.nullable(z.string()),
  runner_id: z.nullable(z.string()),
  lease_expires_at: z.nullable(instant),
  cancel_requested_at: z.nullable(instant),
  progress: anyJson,
  attempt: z.int(),
  max_attempts: z.int(),
  retry_of: z.nullable(z.string()),
  not_before: z.nullable(instant),
  scheduled_for: z.nullable(instant),
  lateness_seconds: z.nullable(z.number()),
});

export const runListSchema = listSchema(runSchema);
