import { z } from 'zod';
import { instant } from './instant-schema.ts';
import { SCHEDULER_VERDICTS } from '../presenters/present-scheduler.ts';

const heldBack = z.object({ worker_name: z.string(), reason: z.string(), seconds: z.number() });

/** Who leads, who stands by, and whether anything is ticking. */
export const schedulerSchema = z.object({
  verdict: z.enum(SCHEDULER_VERDICTS),
  leader: z.string().nullable(),
  leading_since: instant.nullable(),
  last_tick_at: instant.nullable(),
  last_error: z.string().nullable(),
  last_error_at: instant.nullable(),
  standbys: z.array(z.string()),
  /** Seconds that the earliest undecided occurrence is late. */
  lateness_seconds: z.number(),
  deferred: z.array(heldBack),
  faulty: z.array(heldBack),
  zone_data_version: z.string().nullable(),
});
