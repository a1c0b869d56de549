import type { PageJson, ScheduleAnswer } from './answers.ts';

/** The items of a list, one after the other, from as many pages as it takes; a page is asked for when it is needed. */
export async function* itemsOf<Item>(
  readPage: (from: { readonly cursor?: string }) => Promise<ScheduleAnswer<PageJson<Item>>>,
): AsyncGenerator<Item, void, undefined> {
  let from: { readonly cursor?: string } | undefined = {};
  while (from !== undefined) {
    const { items, next_cursor: cursor }: PageJson<Item> = (await readPage(from)).body;
    yield* items;
    from = cursor === null ? undefined : { cursor };
  }
}
