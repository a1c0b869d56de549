import type { WorkerDefinition } from '../lib/catalogue/define-catalogue.ts';
import type { CountedUnits } from './presenters/present-worker.ts';
import { publicReason } from './problem.ts';
import { withinTime } from './time-limit.ts';

const uncounted = (error: string | null): CountedUnits => ({ pending: null, processed: null, error });

/** Asks a worker's own counter, at most so long; a counter that fails or is late is reported with its reason. */
export async function countUnits(definition: WorkerDefinition | undefined, limitMs: number): Promise<CountedUnits> {
  if (definition?.countUnits === undefined) return uncounted(null);
  try {
    const counting = Promise.resolve().then(() => definition.countUnits?.());
    const late = (): Error => new Error(`the counter gave no answer within ${limitMs / 1000} s`);
    const units = (await withinTime(counting, limitMs, late)) as Partial<Record<string, unknown>> | undefined;
    const { pending, processed } = units ?? {};
    if (typeof pending === 'number' && typeof processed === 'number') return { pending, processed, error: null };
    return uncounted('the counter did not return { pending, processed } as numbers');
  } catch (error) {
    return uncounted(publicReason(error));
  }
}
