import { z } from 'zod';
import { instant } from './instant-schema.ts';
import { anyJson, presentJson } from './any-json.ts';
import { runHolderSchema } from './run-schema.ts';

/** What PUT takes; the library judges expression, zone and request. */
export const scheduleBodySchema = z.strictObject({
  cron: z.string(),
  timezone: z.string().optional(),
  enabled: z.boolean().optional(),
  request: presentJson,
});

/** What PATCH takes: some members, `request` replaced whole. */
export const schedulePatchSchema = scheduleBodySchema.partial();

/** The agenda of a worker as the list of workers shows it. */
export const agendaSchema = z.object({
  kind: z.string(),
  enabled: z.boolean(),
  cron: z.string(),
  description: z.string().nullable(),
  timezone: z.string(),
  next_run_at: instant.nullable(),
  last_enqueued_at: instant.nullable(),
  last_skipped_at: instant.nullable(),
  switched_at: instant,
  switched_by: z.string().nullable(),
  fault: z.string().nullable(),
  version: z.int(),
});

/** A schedule with its next occurrences and what blocks it. */
export const scheduleSchema = agendaSchema.extend({
  worker_name: z.string(),
  request: anyJson,
  switched_by_user_id: z.string().nullable(),
  updated_by: z.string().nullable(),
  updated_by_user_id: z.string().nullable(),
  created_at: instant,
  updated_at: instant,
  next_occurrences: z.array(instant),
  blocked_by: runHolderSchema.nullable(),
});
