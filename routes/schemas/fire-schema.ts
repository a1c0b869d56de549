import { z } from 'zod';
import { FIRE_OUTCOMES, FIRE_REASONS } from '../../lib/schedules/fire.ts';
import { limitParameter, listSchema } from './list-schema.ts';

const instant = z.iso.datetime();

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

/** PostgreSQL has no year 0. */
const cursor = instant.refine((text) => !text.startsWith('0000'), 'the next_cursor of a page is needed');

/** The cursor of fires is the instant of the last one shown. */
export const fireQuerySchema = z.object({ limit: limitParameter, cursor: cursor.optional() });

export const fireListSchema = listSchema(fireSchema);
