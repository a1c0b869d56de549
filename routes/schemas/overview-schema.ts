import * as z from 'zod/mini';
import { fireSchema } from './fire-schema.ts';
import { instant } from './instant-schema.ts';
import { schedulerSchema } from './scheduler-schema.ts';
import { workerSchema } from './worker-schema.ts';

/** Everything that a page of all workers shows, in one answer. */
export const overviewSchema = z.object({
  /** The moment by the database's clock. */
  now: instant,
  /** Whether the caller may also change something. */
  may_operate: z.boolean(),
  scheduler: schedulerSchema,
  items: z.array(workerSchema),
  /** What was decided about the occurrence that each schedule skipped last. */
  last_skips: z.array(fireSchema),
});
