import * as z from 'zod/mini';
import { RUN_STATUSES } from '../../lib/ledger/transitions.ts';

/** A problem document (RFC 9457). */
export const problemSchema = z.looseObject({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  /** Stable; the closed list is in docs/error-codes.md. */
  code: z.string(),
  errors: z.optional(z.array(z.object({ path: z.string(), code: z.string(), message: z.string() }))),
  /** Of slot_busy: the run that holds the slot. */
  run: z.optional(z.object({ id: z.string(), status: z.enum(RUN_STATUSES), not_before: z.nullable(z.string()) })),
});
