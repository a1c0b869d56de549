import { setTimeout as pause } from 'node:timers/promises';
import type { AppliedFault } from '../audit/history.ts';
import { describe, monotonicMs } from '../crew/event-log.ts';
import type { PlannedFault } from '../plan/plan-faults.ts';
import { type Hit, NotApplied, type Scene } from './scene.ts';
import { STRIKES } from './strike.ts';

/** What became of a plan. */
export interface AppliedPlan {
  readonly applied: AppliedFault[];
  /** Faults that struck nobody, by "kind: why". */
  readonly skipped: Map<string, number>;
}

/** Applies a plan in real time; faults that last overlap with those that come after. Resolves when all are over. */
export async function applyPlan(scene: Scene, plan: readonly PlannedFault[]): Promise<AppliedPlan> {
  const started = performance.now();
  const result: AppliedPlan = { applied: [], skipped: new Map() };
  const underWay: Promise<void>[] = [];
  for (const fault of plan) {
    const waitMs = fault.atMs - (performance.now() - started);
    if (waitMs > 0) await pause(waitMs);
    underWay.push(applyFault(scene, fault, result));
  }
  await Promise.all(underWay);
  return result;
}

async function applyFault(scene: Scene, fault: PlannedFault, { applied, skipped }: AppliedPlan): Promise<void> {
  let hit: (Hit & { readonly at: number; readonly began: number }) | undefined;
  const onHit = (struck: Hit): void => void (hit = { ...struck, at: monotonicMs(), began: Date.now() });
  try {
    await STRIKES[fault.name](scene, fault, onHit);
  } catch (error) {
    const why = error instanceof NotApplied ? error.message : describe(error).split('\n')[0];
    const what = `${fault.name}: ${why}`;
    skipped.set(what, (skipped.get(what) ?? 0) + 1);
  }
  if (hit === undefined) return;
  applied.push({ name: fault.name, ...hit, until: monotonicMs(), ended: Date.now() });
}
