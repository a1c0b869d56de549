import * as z from 'zod/mini';

/** An instant in an answer: ISO 8601 with Z. */
export const instant = z.iso.datetime();
