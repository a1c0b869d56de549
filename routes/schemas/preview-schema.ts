import { z } from 'zod';
import { givenInstant, instant } from './instant-schema.ts';

/** What is asked of a preview; the calendar judges expression and zone. */
export const previewBodySchema = z.strictObject({
  cron: z.string(),
  timezone: z.string().optional(),
  /** How many occurrences: 1 to 100. */
  count: z.int().min(1).max(100).default(5),
  /** Occurrences later than this; the database's now if left out. */
  after: givenInstant.optional(),
  locale: z.enum(['en', 'pt-BR']).default('en'),
});

export const previewSchema = z.object({
  cron: z.string(),
  timezone: z.string(),
  description: z.string(),
  occurrences: z.array(z.object({ at: instant, local: z.string(), offset: z.string(), note: z.string().nullable() })),
});
