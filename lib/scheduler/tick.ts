import { type DecideReport, decidePass } from './decide-pass.ts';
import { heal } from './heal.ts';
import { interruptPass } from './interrupt-pass.ts';
import type { Leading } from './leading.ts';
import { retryPass } from './retry-pass.ts';
import { see, seeWhatIsDue, SHORTEST_MS, type View } from './view.ts';

/** Wait after a tick that left due rows undecided (ms), so that they do not make us spin. */
const UNDECIDED_MS = 250;

const NOTHING_DUE: DecideReport = { decided: 0, undecided: 0, backlog: false };

/** What a tick did and how long its leader may rest. */
export interface TickReport {
  /** The database's clock. */
  readonly now: Date;
  readonly shortestMs: number;
  readonly longestMs: number;
  readonly idle: boolean;
}

/**
 * How long to rest: not at all when more is due than one tick decides; else until the next due instant, the end of a
 * deferral or the idle limit, whichever comes first. `passedMs` ago the first two were so.
 */
export function planRest(
  after: { readonly backlog: boolean; readonly undecided: number },
  next: { readonly dueMs: number | null; readonly heldMs: number | null; readonly idleMs: number },
  passedMs = 0,
): { readonly shortestMs: number; readonly longestMs: number } {
  if (after.backlog) return { shortestMs: 0, longestMs: 0 };
  const shortestMs = after.undecided > 0 ? UNDECIDED_MS : SHORTEST_MS;
  const wanted = Math.min((next.dueMs ?? Infinity) - passedMs, (next.heldMs ?? Infinity) - passedMs, next.idleMs);
  return { shortestMs, longestMs: Math.max(wanted, shortestMs) };
}

/** A clock that stepped back since `lastNow` heals first. */
async function begin(leading: Leading, lastNow: Date | undefined): Promise<View> {
  const { dueBound } = leading;
  const first = await seeWhatIsDue(leading, dueBound.begin());
  if (lastNow === undefined || first.sight.now >= lastNow) return first;
  dueBound.forget();
  await heal(leading, 'clock_stepped_back');
  return await seeWhatIsDue(leading, dueBound.begin());
}

/**
 * One tick: ends runs whose lease is over, creates owed retries, decides due schedules, each in short transactions on the
 * leader's session. A clock that stepped back since `lastNow` heals first. Throws only when the pass as a whole failed.
 */
export async function tick(leading: Leading, lastNow: Date | undefined): Promise<TickReport> {
  const { settings, holdback, dueBound, events } = leading;
  const before = await begin(leading, lastNow);
  const { due, isExpired, isOwed } = before.sight;
  const interrupted = isExpired ? await interruptPass(leading) : 0;
  // What was just interrupted may be owed a retry.
  const retried = isOwed || interrupted > 0 ? await retryPass(leading) : 0;
  // Nor is a worker decided that the passes before have just deferred.
  const held = new Set(holdback.names());
  const ready = due.filter(({ workerName }) => !held.has(workerName));
  const isMore = due.length === settings.maxPerTick;
  const decided = ready.length > 0 ? await decidePass(leading, ready, isMore) : NOTHING_DUE;
  holdback.sweep();
  // A worker that was left out is undecided, also when its wait has ended meanwhile.
  const isLeftOut = before.range.except.length > 0 || ready.length < due.length;
  const isLeft = isLeftOut || decided.undecided > 0 || decided.backlog;
  if (!isLeft) dueBound.allDecided(before.sight.nowText);
  const idle = due.length + interrupted + retried === 0;
  // In a backlog the next tick looks for itself, at once.
  const after = idle || decided.backlog ? before : await see(leading, before.range.since, 0);
  events.emit('tick', { now: after.sight.now, decided: decided.decided, retried, interrupted });
  const next = { dueMs: after.sight.nextDueMs, heldMs: after.heldMs, idleMs: settings.idleMs };
  return { now: after.sight.now, ...planRest(decided, next, performance.now() - after.asOf), idle };
}
