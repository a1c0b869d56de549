import { indexNames, LEDGER_INDEXES } from '../lib/database/ledger-indexes.ts';
import type { Names } from '../lib/database/names.ts';
import type { Queryable } from '../lib/database/read-rows.ts';
import { readSchemaFacts } from '../lib/database/read-schema-facts.ts';
import { dueIndexNames } from './0002-agenda.ts';
import { readMade } from './books.ts';
import { catalogueFaults } from './catalogue-faults.ts';
import { refusal } from './faults.ts';
import { rowFaults } from './row-faults.ts';
import type { Found } from './step.ts';

/** What is there. */
export async function look(database: Queryable, names: Names): Promise<Found> {
  const derived = [...LEDGER_INDEXES.flatMap((wish) => indexNames(names, wish)), ...dueIndexNames(names)];
  const facts = await readSchemaFacts(database, names, derived);
  return { names, facts, made: await readMade(database, names, facts) };
}

/** What is there, when it can be migrated. Throws `migration_refused` with every fault. */
export async function lookAndJudge(database: Queryable, names: Names): Promise<Found> {
  const found = await look(database, names);
  const faults = catalogueFaults(found);
  if (faults.length > 0) throw refusal(faults);
  const rows = await rowFaults(database, found);
  if (rows.length > 0) throw refusal(rows);
  return found;
}
