import { columnMisfit, isKey } from '../lib/database/compare-ledger.ts';
import { STATUS_LABELS } from '../lib/database/ledger-labels.ts';
import { LEDGER_SHAPE } from '../lib/database/ledger-shape.ts';
import { type Names, RUN_COLUMNS, type RunColumn } from '../lib/database/names.ts';
import { findColumn, type TableFacts } from '../lib/database/schema-facts.ts';
import { fault, type MigrationFault } from './faults.ts';

function columnFaults(ledger: TableFacts, names: Names, column: RunColumn): MigrationFault[] {
  const { runs, run } = names.plain;
  const wish = LEDGER_SHAPE[column];
  const found = findColumn(ledger, run[column]);
  const where = `The column ${run[column]} of ${runs}`;
  const remedy = `Name another by names.runs.columns.${column}`;
  if (found === undefined) {
    if (wish.added !== null || column === 'retry_of') return [];
    return [fault('column_missing', `${where} is missing. ${remedy}.`)];
  }
  const misfit = columnMisfit(found, wish);
  if (misfit === undefined) return [];
  const added = wish.added === null ? '' : '; one that is not there is added';
  return [fault('column_misfit', `${where} ${misfit}. ${remedy}${added}.`)];
}

/** Ids are given by the database, tell one run, and are what retry_of holds. */
function idFaults(ledger: TableFacts, names: Names): MigrationFault[] {
  const { runs, run } = names.plain;
  const id = findColumn(ledger, run.id);
  if (id === undefined) return [];
  const retry = findColumn(ledger, run.retry_of);
  return [
    ...(id.has_default
      ? []
      : [fault('column_misfit', `The column ${run.id} of ${runs} has no default, and our inserts leave it out.`)]),
    ...(isKey(ledger, [run.id])
      ? []
      : [fault('key_missing', `The column ${run.id} of ${runs} is no primary key and has no unique index.`)]),
    ...(retry === undefined || (retry.type === 'uuid') === (id.type === 'uuid')
      ? []
      : [fault('column_misfit', `The column ${run.retry_of} of ${runs} is of another type than ${run.id}.`)]),
  ];
}

/** A state that we do not know is neither free nor in the slot, and every list would show it. */
function labelFaults(ledger: TableFacts, names: Names): MigrationFault[] {
  const { runs, run } = names.plain;
  const labels = findColumn(ledger, run.status)?.labels ?? [];
  const unknown = labels.filter((label) => !(STATUS_LABELS as readonly string[]).includes(label));
  if (unknown.length === 0) return [];
  const message = `The status of ${runs} has labels that are not known here: ${unknown.join(', ')}. Rows that have one:`;
  return [fault('unknown_label', message, unknownLabelRows(names))];
}

/** Finds the rows whose status is none of ours. */
export function unknownLabelRows({ runs, run }: Names): string {
  const known = STATUS_LABELS.map((label) => `'${label}'`).join(', ');
  return `SELECT ${run.id}, ${run.worker_name}, ${run.status} FROM ${runs} WHERE ${run.status}::text NOT IN (${known})`;
}

/** Why a ledger that is there cannot be adopted, as far as the catalogue tells. */
export function ledgerFaults(ledger: TableFacts, names: Names): MigrationFault[] {
  if (ledger.kind !== 'r') {
    return [fault('not_a_table', `${names.plain.runs} is no ordinary table, which a ledger has to be.`)];
  }
  return [
    ...RUN_COLUMNS.flatMap((column) => columnFaults(ledger, names, column)),
    ...idFaults(ledger, names),
    ...labelFaults(ledger, names),
  ];
}
