import type { HeldBack } from '../schedules/scheduler-state.ts';

const FIRST_DEFERRAL_MS = 250;
const LONGEST_DEFERRAL_MS = 5000;
const POISON_MS = 60_000;
/** A deferral this old is worth an operator's attention. */
const NAMED_AFTER_MS = 10_000;

interface Entry {
  readonly kind: 'deferred' | 'poisoned';
  readonly since: number;
  readonly until: number;
  readonly waitMs: number;
  readonly reason: string;
}

/**
 * Workers that the leader leaves alone for a while: somebody's open transaction holds their slot, or their decision could
 * not even be written. Times are of the process's monotonic clock, for they only decide when to look again.
 */
export class Holdback {
  readonly #entries = new Map<string, Entry>();
  readonly #clock: () => number;

  constructor(clock: () => number) {
    this.#clock = clock;
  }

  /** Leaves a worker out for 250 ms, doubling to 5 s while it goes on. Returns the wait. */
  defer(workerName: string, reason: string): number {
    const before = this.#entries.get(workerName);
    const waitMs = before?.kind === 'deferred' ? Math.min(before.waitMs * 2, LONGEST_DEFERRAL_MS) : FIRST_DEFERRAL_MS;
    return this.#hold(workerName, { kind: 'deferred', waitMs, reason });
  }

  /** Leaves a worker alone for 60 s. Returns the wait. */
  poison(workerName: string, reason: string): number {
    return this.#hold(workerName, { kind: 'poisoned', waitMs: POISON_MS, reason });
  }

  #hold(workerName: string, entry: Pick<Entry, 'kind' | 'waitMs' | 'reason'>): number {
    const now = this.#clock();
    const since = this.#entries.get(workerName)?.since ?? now;
    this.#entries.set(workerName, { ...entry, since, until: now + entry.waitMs });
    return entry.waitMs;
  }

  /** A worker that was decided starts afresh. */
  release(workerName: string): void {
    this.#entries.delete(workerName);
  }

  /** Workers to leave out now. */
  names(): string[] {
    const now = this.#clock();
    return [...this.#entries].filter(([, entry]) => entry.until > now).map(([workerName]) => workerName);
  }

  /** Milliseconds until the first of them may be looked at again, or null. */
  nextMs(): number | null {
    const now = this.#clock();
    const waits = [...this.#entries.values()].map((entry) => entry.until - now).filter((wait) => wait > 0);
    return waits.length === 0 ? null : Math.min(...waits);
  }

  /** Deferrals of more than 10 s and everything poisoned, for the state row. */
  report(): { readonly deferred: HeldBack[]; readonly faulty: HeldBack[] } {
    const now = this.#clock();
    const told = (kind: Entry['kind'], afterMs: number): HeldBack[] =>
      [...this.#entries]
        .filter(([, entry]) => entry.kind === kind && now - entry.since >= afterMs)
        .map(([workerName, entry]) => ({
          workerName,
          reason: entry.reason,
          seconds: Math.round((now - entry.since) / 1000),
        }));
    return { deferred: told('deferred', NAMED_AFTER_MS), faulty: told('poisoned', 0) };
  }

  /** Forgets workers whose wait ended long ago, because their schedule was edited or deleted meanwhile. */
  sweep(): void {
    const now = this.#clock();
    for (const [workerName, entry] of this.#entries) {
      if (entry.until + POISON_MS < now) this.#entries.delete(workerName);
    }
  }
}
