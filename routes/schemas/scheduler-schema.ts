import * as z from 'zod/mini';
import { instant } from './instant-schema.ts';

/** `ticking`: a leader does its work; `stalled`: it holds the lock and does not tick; `leaderless`: nobody holds the lock. */
const SCHEDULER_VERDICTS = ['ticking', 'stalled', 'leaderless'] as const;

const heldBack = z.object({ worker_name: z.string(), reason: z.string(), seconds: z.number() });

/** Who leads, who stands by, and whether anything is ticking. */
export const schedulerSchema = z.object({
  verdict: z.enum(SCHEDULER_VERDICTS),
  leader: z.nullable(z.string()),
  leading_since: z.nullable(instant),
  last_tick_at: z.nullable(instant),
  last_error: z.nullable(z.string()),
  last_error_at: z.nullable(instant),
  standbys: z.array(z.string()),
  /** Seconds that the earliest undecided occurrence is late. */
  lateness_seconds: z.number(),
  deferred: z.array(heldBack),
  faulty: z.array(heldBack),
  zone_data_version: z.nullable(z.string()),
});
