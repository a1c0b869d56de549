import * as z from 'zod/mini';
import { anyJson } from './any-json.ts';
import { fireSchema } from './fire-schema.ts';
import { instant } from './instant-schema.ts';
import { runListSchema } from './run-schema.ts';
import { scheduleSchema } from './schedule-schema.ts';
import { workerSchema } from './worker-schema.ts';

/** Everything that a page of one worker shows, in one answer. */
export const workerPageSchema = z.object({
  /** The moment by the database's clock. */
  now: instant,
  may_operate: z.boolean(),
  worker: workerSchema,
  /** JSON Schema of the request, as the catalogue has it; null where it has none. */
  request_schema: anyJson,
  schedule: z.nullable(scheduleSchema),
  /** The schedule's tag, for If-Match. */
  schedule_etag: z.nullable(z.string()),
  /** The newest runs, as GET /:worker_name/runs lists them. */
  runs: runListSchema,
  /** Of the newest occurrences those that enqueued nothing. */
  silent_fires: z.array(fireSchema),
});
