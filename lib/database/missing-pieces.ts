import { AGENDA_SHAPE, type TableWish } from './agenda-shape.ts';
import { columnMisfit, isKey, missingLabels, servingIndex } from './compare-ledger.ts';
import * as wishes from './ledger-indexes.ts';
import { LEDGER_SHAPE } from './ledger-shape.ts';
import { type Names, RUN_COLUMNS } from './names.ts';
import { findColumn, type SchemaFacts, type TableFacts } from './schema-facts.ts';

/** Which process asks; each needs its own tables. */
export type SchemaPart = 'api' | 'scheduler' | 'runner';

type Agenda = keyof typeof AGENDA_SHAPE;

const AGENDA_OF: Readonly<Record<SchemaPart, readonly Agenda[]>> = {
  api: ['schedules', 'fires', 'state', 'runners'],
  scheduler: ['schedules', 'fires', 'state'],
  runner: ['runners'],
};

/** The slot and the retry chain guard everybody's rows; the others are what each process reads along. */
const INDEXES_OF: Readonly<Record<SchemaPart, readonly wishes.IndexWish[]>> = {
  api: [wishes.SLOT_INDEX, wishes.RETRY_INDEX, wishes.NEWEST_INDEX, wishes.FILTERED_INDEX],
  scheduler: [wishes.SLOT_INDEX, wishes.RETRY_INDEX, wishes.LEASE_INDEX, wishes.RETRYABLE_INDEX],
  runner: [wishes.SLOT_INDEX, wishes.RETRY_INDEX, wishes.CLAIM_INDEX],
};

function missingIndexes(ledger: TableFacts, names: Names, part: SchemaPart): string[] {
  const { runs, run } = names.plain;
  return INDEXES_OF[part]
    .filter((wish) => servingIndex(ledger, names, wish) === undefined)
    .map((wish) => {
      if (wish === wishes.SLOT_INDEX) return `unique index on ${runs} (${run.worker_name}) over QUEUED and RUNNING`;
      if (wish === wishes.RETRY_INDEX) return `unique index on ${runs} (${run.retry_of})`;
      return `index for ${PURPOSES.get(wish) ?? wish.suffix} on ${runs}`;
    });
}

const PURPOSES: ReadonlyMap<wishes.IndexWish, string> = new Map([
  [wishes.CLAIM_INDEX, 'claims'],
  [wishes.LEASE_INDEX, 'leases that are over'],
  [wishes.RETRYABLE_INDEX, 'owed retries'],
  [wishes.NEWEST_INDEX, 'the newest runs'],
  [wishes.FILTERED_INDEX, 'lists of runs by state'],
]);

function missingOfLedger(facts: SchemaFacts, names: Names, part: SchemaPart): string[] {
  const { runs, run } = names.plain;
  const ledger = facts.tables[runs];
  if (ledger === undefined) return [`table ${runs}`];
  const columns = RUN_COLUMNS.flatMap((column) => {
    const found = findColumn(ledger, run[column]);
    if (found === undefined) return [`column ${runs}.${run[column]}`];
    const misfit = columnMisfit(found, LEDGER_SHAPE[column]);
    return misfit === undefined ? [] : [`column ${runs}.${run[column]} as needed (it ${misfit})`];
  });
  const labels = missingLabels(facts, ledger, names).map(({ column, label, check }) =>
    check === undefined
      ? `${findColumn(ledger, run[column])?.type_name ?? column} label ${label}`
      : `label ${label} in the constraint ${check.name} of ${runs}`,
  );
  const key = isKey(ledger, [run.id]) ? [] : [`primary key of ${runs}`];
  return [...columns, ...labels, ...key, ...missingIndexes(ledger, names, part)];
}

/** What keeps a table of our own from being what is wanted; a table that is missing whole is one piece. */
export function missingOfAgenda(table: TableFacts | undefined, name: string, wish: TableWish): string[] {
  if (table === undefined) return [`table ${name}`];
  const columns = Object.entries(wish.columns).flatMap(([column, type]) => {
    const found = findColumn(table, column);
    if (found === undefined) return [`column ${name}.${column}`];
    return found.type === type ? [] : [`column ${name}.${column} as ${type} (it is of type ${found.type})`];
  });
  return [...columns, ...(isKey(table, wish.primaryKey) ? [] : [`primary key of ${name}`])];
}

/** Every piece that a process needs and the database lacks, as words for people. */
export function missingPieces(facts: SchemaFacts, names: Names, part: SchemaPart): string[] {
  const agenda = AGENDA_OF[part].flatMap((table) => {
    const name = names.plain[table];
    return missingOfAgenda(facts.tables[name], name, AGENDA_SHAPE[table]);
  });
  return [...missingOfLedger(facts, names, part), ...agenda];
}
