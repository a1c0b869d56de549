import { isUniqueViolation } from '../lib/database/postgres-errors.ts';
import { WorkerSchedulesError } from '../lib/errors.ts';
import { applyChanges, togetherOrAlone } from './apply-changes.ts';
import { openBooks } from './books.ts';
import type { Change } from './change.ts';
import { refusal } from './faults.ts';
import { look } from './look.ts';
import { rowFaults } from './row-faults.ts';
import type { Found, Step } from './step.ts';
import type { Workplace } from './workplace.ts';

/**
 * Makes what a step finds missing, and returns what is there then. Throws `migration_refused` only when somebody wrote rows
 * meanwhile that an index cannot take.
 */
export async function applyStep(workplace: Workplace, found: Found, step: Step): Promise<Found> {
  const { names } = found;
  const changes = step.plan(found);
  if (changes.length === 0) return found;
  await workplace.briefly((trx) => openBooks(trx, names, ['changes']));
  for (const group of togetherOrAlone(changes)) await applyOrExplain(workplace, { found, step }, group);
  const after = await look(workplace.database, names);
  const left = step.plan(after);
  if (left.length > 0) throw unfinished(step, left);
  return after;
}

async function applyOrExplain(
  workplace: Workplace,
  { found, step }: { readonly found: Found; readonly step: Step },
  changes: readonly Change[],
): Promise<void> {
  try {
    await applyChanges(workplace, { names: found.names, step: step.name }, changes);
  } catch (error) {
    if (!workplace.live || !isUniqueViolation(error)) throw error;
    const faults = await rowFaults(workplace.database, await look(workplace.database, found.names));
    throw faults.length === 0 ? error : refusal(faults, 'What was done before these rows came is kept.');
  }
}

/** Asked of the catalogue and not taken from the statements' success: an index may be there and not be valid. */
function unfinished(step: Step, left: readonly Change[]): WorkerSchedulesError {
  const what = left.map(({ kind, name }) => `${kind} ${name}`).join(', ');
  return new WorkerSchedulesError(
    'migration_blocked',
    `The step ${step.name} ran and these are still missing, because somebody takes them away: ${what}.`,
  );
}
