import * as z from 'zod/mini';
import { instant } from './instant-schema.ts';

/** An expression in words, and its next occurrences with their local reading. */
export const previewSchema = z.object({
  cron: z.string(),
  timezone: z.string(),
  description: z.string(),
  occurrences: z.array(z.object({ at: instant, local: z.string(), offset: z.string(), note: z.nullable(z.string()) })),
});
