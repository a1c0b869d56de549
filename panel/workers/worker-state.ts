import type { RunJson, WorkerJson } from '../../routes/client/index.ts';
import type { Tone } from '../controls/badge.tsx';
import type { Word } from '../words/en.ts';

/** How a run is said and coloured. */
export const RUN_STATES: Readonly<Record<RunJson['status'], readonly [Word, Tone]>> = {
  QUEUED: ['state_queued', 'busy'],
  RUNNING: ['state_running', 'busy'],
  SUCCESS: ['state_success', 'good'],
  FAILED: ['state_failed', 'bad'],
  INTERRUPTED: ['state_interrupted', 'warn'],
  CANCELLED: ['state_cancelled', 'calm'],
};

/** What a worker is doing, in one word. */
export function workerState({ schedule, active_run: active }: WorkerJson): readonly [Word, Tone] {
  if (typeof schedule?.fault === 'string') return ['state_faulty', 'bad'];
  if (active !== null) return RUN_STATES[active.status];
  if (schedule === null) return ['state_no_schedule', 'calm'];
  return schedule.enabled ? ['state_waiting', 'good'] : ['state_paused', 'warn'];
}

/** Whether a worker is one that somebody looks for. */
export function matches({ name, label }: { readonly name: string; readonly label: string }, search: string): boolean {
  const wanted = search.trim().toLowerCase();
  return name.toLowerCase().includes(wanted) || label.toLowerCase().includes(wanted);
}

/** The share of a run that is done, 0 to 1, where its adapter reports one as `{ done, total }`, `{ percent }` or a number. */
export function progressOf(progress: unknown): number | undefined {
  if (typeof progress === 'number') return within(progress);
  if (typeof progress !== 'object' || progress === null) return undefined;
  const { done, total, percent } = progress as Readonly<Record<string, unknown>>;
  if (typeof percent === 'number') return within(percent / 100);
  return typeof done === 'number' && typeof total === 'number' && total > 0 ? within(done / total) : undefined;
}

const within = (share: number): number | undefined => (share >= 0 && share <= 1 ? share : undefined);
