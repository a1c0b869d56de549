import { servingIndex } from '../lib/database/compare-ledger.ts';
import { RETRY_INDEX, SLOT_INDEX } from '../lib/database/ledger-indexes.ts';
import type { Names } from '../lib/database/names.ts';
import { type Queryable, readRow } from '../lib/database/read-rows.ts';
import { findColumn } from '../lib/database/schema-facts.ts';
import { fault, type MigrationFault } from './faults.ts';
import { unknownLabelRows } from './ledger-faults.ts';
import type { Found } from './step.ts';

/** Rows that must not be there, and the statement that finds them. */
interface Suspicion {
  readonly code: MigrationFault['code'];
  readonly message: string;
  readonly statement: string;
}

function twoActiveRuns({ runs, run }: Names): Suspicion {
  const active = `${run.status} IN ('QUEUED', 'RUNNING')`;
  return {
    code: 'two_active_runs',
    message: 'Workers have more than one queued or running row, and the slot takes one for each. These rows:',
    statement: `SELECT ${run.id}, ${run.worker_name}, ${run.status}, ${run.queued_at} FROM ${runs} WHERE ${active}
      AND ${run.worker_name} IN (SELECT ${run.worker_name} FROM ${runs} WHERE ${active} GROUP BY ${run.worker_name}
        HAVING count(*) > 1) ORDER BY ${run.worker_name}, ${run.queued_at}`.replace(/\s+/g, ' '),
  };
}

function retryTwice({ runs, run }: Names): Suspicion {
  return {
    code: 'retry_chain',
    message: 'Runs have more than one retry. These:',
    statement: `SELECT ${run.retry_of}, count(*) FROM ${runs} WHERE ${run.retry_of} IS NOT NULL GROUP BY ${run.retry_of} HAVING count(*) > 1`,
  };
}

function retryOfNothing({ runs, run }: Names): Suspicion {
  return {
    code: 'retry_chain',
    message: 'Runs are retries of runs that are not there. These:',
    statement: `SELECT r.${run.id}, r.${run.retry_of} FROM ${runs} r WHERE r.${run.retry_of} IS NOT NULL AND NOT EXISTS (SELECT 1 FROM ${runs} o WHERE o.${run.id} = r.${run.retry_of})`,
  };
}

function foreignSteps(names: Names): Suspicion {
  return {
    code: 'table_foreign',
    message: `The table ${names.plain.migrations} holds migrations that are not ours. These:`,
    statement: `SELECT name FROM ${names.migrations} WHERE name NOT LIKE 'worker\\_schedules\\_%'`,
  };
}

/** What has to be asked about rows, because nothing in the catalogue answers it already. */
function suspicions({ facts, names }: Found): Suspicion[] {
  const ledger = facts.tables[names.plain.runs];
  const books = facts.tables[names.plain.migrations] === undefined ? [] : [foreignSteps(names)];
  if (ledger === undefined) return books;
  const isText = findColumn(ledger, names.plain.run.status)?.labels === null;
  const hasRetries = findColumn(ledger, names.plain.run.retry_of) !== undefined;
  const message = `Rows of ${names.plain.runs} have a status that is not known here. These:`;
  return [
    ...books,
    ...(servingIndex(ledger, names, SLOT_INDEX) === undefined ? [twoActiveRuns(names)] : []),
    ...(isText ? [{ code: 'unknown_label' as const, message, statement: unknownLabelRows(names) }] : []),
    ...(hasRetries && servingIndex(ledger, names, RETRY_INDEX) === undefined ? [retryTwice(names)] : []),
    ...(hasRetries && ledger.self_references.length === 0 ? [retryOfNothing(names)] : []),
  ];
}

/** Faults of rows. Reads the ledger only where no index or type already rules a fault out. */
export async function rowFaults(database: Queryable, found: Found): Promise<MigrationFault[]> {
  const faults: MigrationFault[] = [];
  for (const { code, message, statement } of suspicions(found)) {
    const isThere = await readRow<boolean>(
      database,
      `SELECT to_json(EXISTS (SELECT 1 FROM (${statement}) s))::text AS json`,
    );
    if (isThere === true) faults.push(fault(code, message, statement));
  }
  return faults;
}
