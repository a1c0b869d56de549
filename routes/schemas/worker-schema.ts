import * as z from 'zod/mini';
import { runSchema } from './run-schema.ts';
import { agendaSchema } from './schedule-schema.ts';

/** A worker: what the host declares, what it will do, what it does and what it did. */
export const workerSchema = z.object({
  name: z.string(),
  label: z.string(),
  in_catalogue: z.boolean(),
  schedule: z.nullable(agendaSchema),
  active_run: z.nullable(runSchema),
  last_run: z.nullable(runSchema),
  pending: z.nullable(z.number()),
  processed: z.nullable(z.number()),
  units_error: z.nullable(z.string()),
  runner_available: z.boolean(),
  default_timezone: z.string(),
});

/** Workers are few and come in one piece. */
export const workerListSchema = z.object({ items: z.array(workerSchema) });
