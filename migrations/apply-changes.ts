import type { Names } from '../lib/database/names.ts';
import { execute, type Queryable } from '../lib/database/read-rows.ts';
import { recordChange } from './books.ts';
import type { Change } from './change.ts';
import type { Workplace } from './workplace.ts';

/** What a change belongs to. */
export interface Making {
  readonly names: Names;
  /** Name of the step. */
  readonly step: string;
}

/** Changes that stand or fall together: those that need a lock for a moment and nothing afterwards share a transaction. */
export function togetherOrAlone(changes: readonly Change[]): Change[][] {
  const groups: Change[][] = [];
  for (const change of changes) {
    const group = groups.at(-1);
    const joins = isPlain(change) && group !== undefined && group.every(isPlain);
    if (joins) group.push(change);
    else groups.push([change]);
  }
  return groups;
}

function isPlain({ how, after }: Change): boolean {
  return how === 'brief' && after.length === 0;
}

/**
 * Makes a group of changes and records them: in one transaction, or, for what runs alone, the record first, so that an
 * index that a killed process left half built is known to be ours.
 */
export async function applyChanges(
  workplace: Workplace,
  { names, step }: Making,
  changes: readonly Change[],
): Promise<void> {
  await workplace.briefly(async (trx) => {
    for (const change of changes) {
      await recordChange(trx, names, { step, change });
      if (change.how === 'brief') await executeAll(trx, change.statements(workplace.live));
    }
  });
  for (const change of changes) {
    if (change.how === 'alone') await executeAll(workplace.database, change.statements(workplace.live));
    await executeAll(workplace.database, change.after);
  }
}

async function executeAll(database: Queryable, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await execute(database, statement);
}
