import { z } from 'zod';

/** Any JSON value, null too, but not nothing. */
const presentJson = z.custom<unknown>((value) => value !== undefined);

/** What PUT takes; the library judges expression, zone and request. */
export const scheduleBodySchema = z.strictObject({
  cron: z.string(),
  timezone: z.string().optional(),
  enabled: z.boolean().optional(),
  request: presentJson,
});

/** What PATCH takes: some members, `request` replaced whole. */
export const schedulePatchSchema = scheduleBodySchema.partial();
