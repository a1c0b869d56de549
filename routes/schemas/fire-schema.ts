import { z } from 'zod';
import { givenInstant, instant } from './instant-schema.ts';
import { FIRE_OUTCOMES, FIRE_REASONS } from '../../lib/schedules/fire.ts';
import { limitParameter, listSchema } from './list-schema.ts';

/** One decided occurrence. */
export const fireSchema = z.object({
  worker_name: z.string(),
  scheduled_at: instant,
  decided_at: instant,
  outcome: z.enum(FIRE_OUTCOMES),
  reason: z.enum(FIRE_REASONS).nullable(),
  run_id: z.string().nullable(),
  coalesced_from: instant.nullable(),
  detail: z.string().nullable(),
});

/** The cursor of fires is the instant of the last one shown. */
export const fireQuerySchema = z.object({ limit: limitParameter, cursor: givenInstant.optional() });

export const fireListSchema = listSchema(fireSchema);
