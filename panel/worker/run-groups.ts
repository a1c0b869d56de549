import type { RunJson } from '../../routes/client/index.ts';

/** One occurrence, or one run by hand, with its attempts. */
export interface RunGroup {
  readonly key: string;
  /** The occurrence; null for a run by hand. */
  readonly scheduledFor: string | null;
  /** Newest first; never empty. */
  readonly attempts: readonly RunJson[];
}

/** Puts the attempts of one occurrence together, in the order of the newest of each. */
export function groupRuns(runs: readonly RunJson[]): RunGroup[] {
  const groups = new Map<string, RunJson[]>();
  for (const run of runs) {
    const key = run.scheduled_for === null ? `#${run.id}` : run.scheduled_for;
    const attempts = groups.get(key);
    if (attempts === undefined) groups.set(key, [run]);
    else attempts.push(run);
  }
  return [...groups].map(([key, attempts]) => ({ key, scheduledFor: attempts[0]?.scheduled_for ?? null, attempts }));
}

/** Milliseconds that a run took, or undefined while it is not over or never began. */
export function tookMs({ started_at: from, finished_at: to }: RunJson): number | undefined {
  return from === null || to === null ? undefined : Math.max(0, Date.parse(to) - Date.parse(from));
}
