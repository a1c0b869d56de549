import type { Crew } from '../crew/crew.ts';
import type { PlannedFault } from '../plan/plan-faults.ts';
import type { ChaosServer } from '../server/chaos-server.ts';
import type { Link } from '../server/links.ts';

/** What faults strike. */
export interface Scene {
  readonly crew: Crew;
  readonly server: ChaosServer;
  /** One for each scheduler, or none where the machine refuses networks. */
  readonly links: readonly Link[];
  /** Saves a schedule of this worker that can be understood again, as an operator does. */
  readonly repair: (workerName: string) => Promise<void>;
  /** Faults of the whole server come one after another: whoever strikes it waits for its turn. */
  readonly serverTurn: <T>(work: () => Promise<T>) => Promise<T>;
}

/** What a fault struck. */
export interface Hit {
  readonly victim: string;
  readonly struckLeader: boolean;
}

/** Applies a fault, calls `onHit` in the moment in which it strikes, and resolves when it is over. */
export type Strike = (scene: Scene, fault: PlannedFault, onHit: (hit: Hit) => void) => Promise<void>;

/** A fault that could not be applied, and why; it is counted apart. */
export class NotApplied extends Error {}

/** Lets pieces of work pass one by one. */
export function takeTurns(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return async <T>(work: () => Promise<T>): Promise<T> => {
    const mine = last.then(work);
    last = mine.catch(() => undefined);
    return await mine;
  };
}
