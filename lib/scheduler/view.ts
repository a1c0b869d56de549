import type { DueRange } from '../schedules/read-due.ts';
import { waitUntil } from './call-at.ts';
import type { Leading } from './leading.ts';
import { look, type Sight } from './look.ts';
import { resolvedAtOnce } from './resolution.ts';

/** Least time between two ticks (ms). */
export const SHORTEST_MS = 20;
/**
 * A question takes as long to the database as the one before it, or nearly so: what was asked at some instant and answered
 * with "due in so many milliseconds" is asked again so many milliseconds and this one later, and then it is due. Counted from
 * the answer on, each occurrence would be late by the time of an answer.
 */
const MARGIN_MS = 0.2;
/** A question that came too early all the same waits for its instant, so many times at most. */
const MOST_EARLY = 3;

/** What a tick, or its end, sees. */
export interface View {
  readonly range: DueRange;
  readonly sight: Sight;
  readonly heldMs: number | null;
  /** The instant from which on to count what the sight says of the future (performance.now()). */
  readonly asOf: number;
}

/** At most `limit` of what is due is read. */
export async function see(leading: Leading, since: string | null, limit: number): Promise<View> {
  const { session, settings, holdback } = leading;
  const heldMs = holdback.nextMs();
  const range = { since, except: holdback.names() };
  const wanted = { ...range, limit, withRequests: resolvedAtOnce(settings) === undefined };
  const asOf = performance.now() + MARGIN_MS;
  const sight = await session.read((database) => look(database, settings.names, wanted));
  return { range, sight, heldMs, asOf };
}

/** Sees what is due; what will be within the least time between two ticks is waited for here. */
export async function seeWhatIsDue(leading: Leading, since: string | null): Promise<View> {
  const { maxPerTick } = leading.settings;
  let view = await see(leading, since, maxPerTick);
  for (let early = 0, dueAt = soon(view); early < MOST_EARLY && dueAt !== null; early += 1) {
    await waitUntil(dueAt);
    view = await see(leading, since, maxPerTick);
    dueAt = soon(view);
  }
  return view;
}

/** When the next one is due (performance.now()), if that lies ahead but less than a least rest from now; else null. */
function soon({ asOf, sight: { nextDueMs } }: View): number | null {
  const isAhead = nextDueMs !== null && nextDueMs > 0;
  return isAhead && asOf + nextDueMs - performance.now() < SHORTEST_MS ? asOf + nextDueMs : null;
}
