import * as z from 'zod/mini';
import { anyJson } from './any-json.ts';
import { instant } from './instant-schema.ts';
import { runHolderSchema } from './run-schema.ts';

/** The agenda of a worker as the list of workers shows it. */
export const agendaSchema = z.object({
  kind: z.string(),
  enabled: z.boolean(),
  cron: z.string(),
  description: z.nullable(z.string()),
  timezone: z.string(),
  next_run_at: z.nullable(instant),
  last_enqueued_at: z.nullable(instant),
  last_skipped_at: z.nullable(instant),
  switched_at: instant,
  switched_by: z.nullable(z.string()),
  fault: z.nullable(z.string()),
  version: z.int(),
});

/** A schedule with its next occurrences and what blocks it. */
export const scheduleSchema = z.extend(agendaSchema, {
  worker_name: z.string(),
  request: anyJson,
  switched_by_user_id: z.nullable(z.string()),
  updated_by: z.nullable(z.string()),
  updated_by_user_id: z.nullable(z.string()),
  created_at: instant,
  updated_at: instant,
  next_occurrences: z.array(instant),
  blocked_by: z.nullable(runHolderSchema),
});
