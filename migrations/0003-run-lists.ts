import { quote } from '../lib/database/names.ts';
import type { Names } from '../lib/database/names.ts';
import { indexName } from './index-name.ts';
import type { Step } from './step.ts';

/** `index` is the name as it stands in CREATE INDEX, where it takes its table's schema; `dropped` is with the schema. */
function nameOf(names: Names, suffix: string): { readonly index: string; readonly dropped: string } {
  const index = quote(indexName(names.plain.runs, suffix));
  return { index, dropped: `${names.schema}.${index}` };
}

/** NULLS LAST sets its order apart from the primary key's, along which a page could cost the runs of every other worker. */
function createNewest(names: Names): string {
  const c = names.run;
  return `CREATE INDEX ${nameOf(names, 'newest').index} ON ${names.runs} (${c.worker_name}, ${c.id} DESC NULLS LAST)`;
}

/**
 * Holds a run from the moment it is over, so that enqueue, claim and renewal pay nothing for it. `greatest(id)` is the id
 * itself, as an order that only this index offers.
 */
function createFiltered(names: Names): string {
  const c = names.run;
  return `CREATE INDEX ${nameOf(names, 'filtered').index} ON ${names.runs}
    (${c.worker_name}, ${c.status}, ${c.trigger}, (greatest(${c.id})) DESC)
    WHERE ${c.status} IN ('SUCCESS', 'FAILED', 'INTERRUPTED', 'CANCELLED')`;
}

/** What the lists of runs are read along, whatever the size of the ledger. */
export const runListsStep: Step = {
  name: 'worker_schedules_0003_run_lists',
  up: (names) => [createNewest(names), createFiltered(names), `DROP INDEX ${nameOf(names, 'history').dropped}`],
  down: (names) => [
    `CREATE INDEX ${nameOf(names, 'history').index} ON ${names.runs} (${names.run.worker_name}, ${names.run.id} DESC)`,
    `DROP INDEX IF EXISTS ${nameOf(names, 'newest').dropped}`,
    `DROP INDEX IF EXISTS ${nameOf(names, 'filtered').dropped}`,
  ],
};
