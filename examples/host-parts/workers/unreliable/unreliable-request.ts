import { z } from 'zod';

/** What a run of the unreliable worker is asked for. */
export const unreliableRequest = z.strictObject({
  failures: z.int().min(0).max(10).default(2).describe('How many attempts the service refuses before it answers'),
});

export type UnreliableRequest = z.input<typeof unreliableRequest>;
