import * as z from 'zod/mini';
import { FIRE_OUTCOMES, FIRE_REASONS } from '../../lib/schedules/fire.ts';
import { instant } from './instant-schema.ts';
import { listSchema } from './list-schema.ts';

/** One decided occurrence. */
export const fireSchema = z.object({
  worker_name: z.string(),
  scheduled_at: instant,
  decided_at: instant,
  outcome: z.enum(FIRE_OUTCOMES),
  reason: z.nullable(z.enum(FIRE_REASONS)),
  run_id: z.nullable(z.string()),
  coalesced_from: z.nullable(instant),
  detail: z.nullable(z.string()),
});

export const fireListSchema = listSchema(fireSchema);
