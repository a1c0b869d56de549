import { z } from 'zod';
import { runSchema } from './run-schema.ts';
import { agendaSchema } from './schedule-schema.ts';

/** A worker: what the host declares, what it will do, what it does and what it did. */
export const workerSchema = z.object({
  name: z.string(),
  label: z.string(),
  in_catalogue: z.boolean(),
  schedule: agendaSchema.nullable(),
  active_run: runSchema.nullable(),
  last_run: runSchema.nullable(),
  pending: z.number().nullable(),
  processed: z.number().nullable(),
  units_error: z.string().nullable(),
  runner_available: z.boolean(),
  default_timezone: z.string(),
});

/** Workers are few and come in one piece. */
export const workerListSchema = z.object({ items: z.array(workerSchema) });
