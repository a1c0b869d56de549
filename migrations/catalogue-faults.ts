import { AGENDA_SHAPE } from '../lib/database/agenda-shape.ts';
import { STATUS_LABELS, TRIGGER_LABELS } from '../lib/database/ledger-labels.ts';
import { missingOfAgenda } from '../lib/database/missing-pieces.ts';
import type { Names } from '../lib/database/names.ts';
import { findColumn, type SchemaFacts } from '../lib/database/schema-facts.ts';
import { fault, type MigrationFault } from './faults.ts';
import { ledgerFaults } from './ledger-faults.ts';
import type { Found } from './step.ts';

/** A type of the name that a new ledger's would have is used as it is, so it must be what we would make. */
function typeFaults(facts: SchemaFacts, { plain }: Names): MigrationFault[] {
  const wanted = [
    [plain.statusType, STATUS_LABELS, 'status'],
    [plain.triggerType, TRIGGER_LABELS, 'trigger'],
  ] as const;
  return wanted.flatMap(([name, labels, member]) => {
    const type = facts.types.find((there) => there.name === name);
    if (type === undefined || labels.every((label) => type.labels?.includes(label) === true)) return [];
    const message = `The type ${name} is there and lacks labels. Name another by names.types.${member}.`;
    return [fault('table_foreign', message)];
  });
}

function agendaFaults({ facts, names }: Found): MigrationFault[] {
  return (['schedules', 'fires', 'state', 'runners'] as const).flatMap((table) => {
    const name = names.plain[table];
    const there = facts.tables[name];
    if (there === undefined) return [];
    const missing = there.kind === 'r' ? missingOfAgenda(there, name, AGENDA_SHAPE[table]) : ['an ordinary table'];
    if (missing.length === 0) return [];
    const message = `The table ${name} is there and is not ours: it lacks ${missing.join(', ')}. Name another by names.${table}.`;
    return [fault('table_foreign', message)];
  });
}

const BOOK_COLUMNS = {
  migrations: ['name', 'batch', 'migration_time'],
  changes: ['step', 'kind', 'name', 'detail', 'made_at'],
} as const;

/** Tables of the names of our books that are not ours. */
export function bookFaults({ facts, names }: Found): MigrationFault[] {
  return (['migrations', 'changes'] as const).flatMap((book) => {
    const there = facts.tables[names.plain[book]];
    if (there === undefined) return [];
    const missing = BOOK_COLUMNS[book].filter((column) => findColumn(there, column) === undefined);
    if (there.kind === 'r' && missing.length === 0) return [];
    return [fault('table_foreign', `The table ${names.plain[book]} is there and does not keep our ${book}.`)];
  });
}

/** What can be told from the catalogue alone, without reading a row of the host's. */
export function catalogueFaults(found: Found): MigrationFault[] {
  const { facts, names } = found;
  if (!facts.schema_exists) {
    const message = `There is no schema ${names.plain.schema}, and making one is the host's decision:`;
    return [fault('schema_absent', message, `CREATE SCHEMA ${names.schema}`)];
  }
  const ledger = facts.tables[names.plain.runs];
  return [
    ...bookFaults(found),
    ...(ledger === undefined ? typeFaults(facts, names) : ledgerFaults(ledger, names)),
    ...agendaFaults(found),
  ];
}
