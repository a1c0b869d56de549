import { z } from 'zod';
import { givenInstant } from './given-instant-schema.ts';

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
