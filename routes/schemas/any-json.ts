import * as z from 'zod/mini';

/** Any JSON value in an answer. Never a recursive schema: what was stored may be nested deeper than a stack. */
export const anyJson = z.unknown();
