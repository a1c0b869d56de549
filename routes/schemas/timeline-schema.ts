import * as z from 'zod/mini';
import { fireSchema } from './fire-schema.ts';
import { instant } from './instant-schema.ts';
import { runSchema } from './run-schema.ts';

const mark = z.pick(runSchema, {
  ...({ id: true, status: true, trigger: true, queued_at: true, started_at: true, finished_at: true } as const),
  ...({ attempt: true, retry_of: true, not_before: true, scheduled_for: true } as const),
});

/** What one worker did and will do within a window. */
export const timelineItemSchema = z.object({
  name: z.string(),
  label: z.string(),
  enabled: z.nullable(z.boolean()),
  timezone: z.nullable(z.string()),
  runs: z.array(mark),
  /** Older runs of the window are left out. */
  runs_cut: z.boolean(),
  silent_fires: z.array(fireSchema),
  next: z.array(instant),
  /** Later occurrences of the window are left out. */
  next_cut: z.boolean(),
});

/** All workers on one axis. */
export const timelineSchema = z.object({
  now: instant,
  from: instant,
  to: instant,
  may_operate: z.boolean(),
  items: z.array(timelineItemSchema),
});
