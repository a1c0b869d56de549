import { z } from 'zod';

/** Any JSON value. Never a recursive schema: what callers send may be nested deeper than a stack. */
export const anyJson = z.unknown();

/** Any JSON value, null too, but not nothing. */
export const presentJson = z.custom<unknown>((value) => value !== undefined);
