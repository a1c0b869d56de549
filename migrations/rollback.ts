import type { Knex } from 'knex';
import { closeBooks, readApplied } from './books.ts';
import { bookFaults } from './catalogue-faults.ts';
import { refusal } from './faults.ts';
import { look } from './look.ts';
import { type MigrateOptions, readMigrateOptions } from './migrate-options.ts';
import type { Found, Step } from './step.ts';
import { steps } from './steps.ts';
import { undoChange } from './undo-change.ts';
import { withWorkplace } from './with-workplace.ts';
import type { Workplace } from './workplace.ts';

/**
 * Undoes every step, newest first, and returns their names. It takes away what the migrations made and nothing else: a
 * ledger of the host's own is left as it was, but for enum labels, which PostgreSQL cannot remove, and for a CHECK whose old
 * form rows of ours would not pass. Throws `migration_refused` when the books are not ours, and what `migrate` throws.
 */
export async function rollback(knex: Knex, options: MigrateOptions = {}): Promise<string[]> {
  const settings = readMigrateOptions(options);
  const { names } = settings;
  return await withWorkplace(knex, settings, async (workplace) => {
    const found = await look(workplace.database, names);
    const faults = bookFaults(found);
    if (faults.length > 0) throw refusal(faults);
    const applied = await readApplied(workplace.database, names, found.facts);
    for (const step of [...steps].reverse()) await undoStep(workplace, found, step);
    await workplace.briefly((trx) => closeBooks(trx, names, ['migrations', 'changes']));
    const undone = (step: Step): boolean =>
      applied.includes(step.name) || found.made.some((made) => made.step === step.name);
    return steps
      .filter(undone)
      .map(({ name }) => name)
      .reverse();
  });
}

/** Undoes what a step made, newest first. */
export async function undoStep(workplace: Workplace, { names, made }: Found, step: Step): Promise<void> {
  const ofStep = made.filter((change) => change.step === step.name);
  for (const change of ofStep.reverse()) await undoChange(workplace, names, change);
}
