import { setTimeout as pause } from 'node:timers/promises';
import type { RunContext } from '../../lib/index.ts';
import type { Work } from '../plan/population.ts';

/** The lease that the harness's runners claim with (s). */
export const LEASE_SECONDS = 6;

const between = (least: number, most: number): number => least + Math.random() * (most - least);

/** How each kind of work goes. */
const WORK: Readonly<Record<Work, (context: RunContext) => Promise<void>>> = {
  short: async ({ signal }) => {
    await pause(between(10, 600), undefined, { signal });
  },
  long: async ({ signal, progress }) => {
    await progress({ begun: true });
    await pause(between(5000, 75_000), undefined, { signal });
  },
  fails: async () => {
    await pause(between(10, 300));
    if (Math.random() < 0.8) throw new Error('the work failed, as it often does');
  },
  throws: () => {
    // A host's code may throw what is no error at all.
    throw { odd: true, nul: '\0' } as unknown as Error;
  },
  deaf: async () => {
    // Unreferenced: a host's work that heeds nothing need not keep its process alive as well.
    await pause(between(3000, 40_000), undefined, { ref: false });
  },
  blocks: async () => {
    await pause(50);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LEASE_SECONDS * 1000 + between(500, 3000));
  },
};

/** Works. */
export async function work(kind: Work, context: RunContext): Promise<void> {
  await WORK[kind](context);
}
