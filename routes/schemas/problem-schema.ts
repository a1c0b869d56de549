import { z } from 'zod';

/** A problem document (RFC 9457). */
export const problemSchema = z.looseObject({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  /** Stable; the closed list is in docs/error-codes.md. */
  code: z.string(),
  errors: z.array(z.object({ path: z.string(), code: z.string(), message: z.string() })).optional(),
});
