import { readClock, readTickNow } from '../schedules/read-clock.ts';
import { decidePass } from './decide-pass.ts';
import { heal } from './heal.ts';
import { interruptPass } from './interrupt-pass.ts';
import type { Leading } from './leading.ts';
import { retryPass } from './retry-pass.ts';

/** Least time between two ticks (ms). */
const SHORTEST_MS = 20;
/** Wait after a tick that left due rows undecided (ms), so that they do not make us spin. */
const UNDECIDED_MS = 250;

/** What a tick did and how long its leader may rest. */
export interface TickReport {
  /** The database's clock. */
  readonly now: Date;
  readonly shortestMs: number;
  readonly longestMs: number;
  readonly idle: boolean;
}

/** How long to rest: not at all when more is due than one tick decides; else until the next due instant, the end of a deferral or the idle limit, whichever comes first. */
export function planRest(
  after: { readonly backlog: boolean; readonly undecided: number },
  next: { readonly dueMs: number | null; readonly heldMs: number | null; readonly idleMs: number },
): { readonly shortestMs: number; readonly longestMs: number } {
  if (after.backlog) return { shortestMs: 0, longestMs: 0 };
  const shortestMs = after.undecided > 0 ? UNDECIDED_MS : SHORTEST_MS;
  const wanted = Math.min(next.dueMs ?? Infinity, next.heldMs ?? Infinity, next.idleMs);
  return { shortestMs, longestMs: Math.max(Math.ceil(wanted), shortestMs) };
}

/**
 * One tick: ends runs whose lease is over, creates owed retries, decides due schedules, each in short transactions on the
 * leader's session. A clock that stepped back since `lastNow` heals first. Throws only when the pass as a whole failed.
 */
export async function tick(leading: Leading, lastNow: Date | undefined): Promise<TickReport> {
  const { session, settings, holdback, dueBound, events } = leading;
  const before = await session.read((database) => readTickNow(database));
  if (lastNow !== undefined && before.now < lastNow) {
    dueBound.forget();
    await heal(leading, 'clock_stepped_back');
  }
  const since = dueBound.begin();
  const interrupted = await interruptPass(leading);
  const retried = await retryPass(leading);
  const decided = await decidePass(leading, since);
  holdback.sweep();
  const except = holdback.names();
  if (decided.undecided === 0 && !decided.backlog && except.length === 0) dueBound.allDecided(before.nowText);
  const after = await session.read((database) => readClock(database, settings.names, { since, except }));
  events.emit('tick', { now: after.now, decided: decided.decided, retried, interrupted });
  const next = { dueMs: after.nextDueMs, heldMs: holdback.nextMs(), idleMs: settings.idleMs };
  const idle = interrupted + retried + decided.decided === 0;
  return { now: after.now, ...planRest(decided, next), idle };
}
