import type { PageJson, RunJson } from '../../routes/client/index.ts';

/** The newest runs of a worker without a gap, newest first; `next_cursor` leads to those that follow. */
export type KnownRuns = PageJson<RunJson>;

/**
 * Puts the newest page over runs that are known. What moved out of that page stays; where more runs are new than a page
 * holds there would be a gap, and the newest page alone is left.
 */
export function withNewest(known: KnownRuns, newest: KnownRuns): KnownRuns {
  if (newest.next_cursor === null) return newest;
  const places = new Map(known.items.map(({ id }, place) => [id, place]));
  const joint = newest.items.findLast(({ id }) => places.has(id));
  if (joint === undefined) return newest;
  const isNewest = new Set(newest.items.map(({ id }) => id));
  const older = known.items.slice((places.get(joint.id) ?? 0) + 1).filter(({ id }) => !isNewest.has(id));
  return older.length === 0 ? newest : { items: [...newest.items, ...older], next_cursor: known.next_cursor };
}

/** Puts a page of older runs after those that are known, if it is still the one that follows: `cursor` led to it. */
export function withOlder(known: KnownRuns, cursor: string, older: KnownRuns): KnownRuns {
  if (known.next_cursor !== cursor) return known;
  return { items: [...known.items, ...older.items], next_cursor: older.next_cursor };
}
