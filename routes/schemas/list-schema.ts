import * as z from 'zod/mini';

/** What every list answers; `next_cursor` asks for the next page, null when this is the last. */
export function listSchema<Item extends z.ZodMiniType>(item: Item) {
  return z.object({ items: z.array(item), next_cursor: z.nullable(z.string()) });
}
