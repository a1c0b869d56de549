import { isKey, orderOf, servingIndex } from '../lib/database/compare-ledger.ts';
import { derivedName, quote } from '../lib/database/identifiers.ts';
import { type IndexWish, LEDGER_INDEXES } from '../lib/database/ledger-indexes.ts';
import type { TableFacts } from '../lib/database/schema-facts.ts';
import { type Change, change, isOurs } from './change.ts';
import { freeIndexName, indexSql } from './index-sql.ts';
import type { Found, Step } from './step.ts';

/**
 * An index that is missing, or that an interrupted run of ours left invalid: CREATE INDEX IF NOT EXISTS would take that for
 * the index itself.
 */
function createIndex(found: Found, ledger: TableFacts, wish: IndexWish): Change {
  const { names } = found;
  const name = freeIndexName(found, wish);
  const left = ledger.indexes.some((index) => index.name === name && !index.valid);
  const order = orderOf(ledger, names);
  return {
    ...change('index', name, []),
    how: 'alone',
    statements: (live) => [
      ...(left ? [`DROP INDEX ${live ? 'CONCURRENTLY ' : ''}${names.schema}.${quote(name)}`] : []),
      indexSql({ names, wish, order, name, live }),
    ],
  };
}

/** A retry names the run that it repeats, until the host prunes that. NOT VALID first: the rows are read afterwards. */
function addForeignKey({ names, made }: Found, ledger: TableFacts): Change[] {
  const { runs, run } = names.plain;
  const there = ledger.self_references.find(({ columns }) => columns.length === 1 && columns[0] === run.retry_of);
  const name = there?.name ?? derivedName(runs, '_retry_of_fkey');
  const validate = [`ALTER TABLE ${names.runs} VALIDATE CONSTRAINT ${quote(name)}`];
  if (there !== undefined) {
    const unfinished = !there.validated && isOurs(made, 'foreign_key', name);
    return unfinished ? [{ ...change('foreign_key', name, []), after: validate }] : [];
  }
  const add = `ALTER TABLE ${names.runs} ADD CONSTRAINT ${quote(name)} FOREIGN KEY (${names.run.retry_of})
    REFERENCES ${names.runs} (${names.run.id}) ON DELETE SET NULL NOT VALID`;
  return [{ ...change('foreign_key', name, [add]), after: validate }];
}

/**
 * What the runs are found by, and the key of the retry chain. The key comes last: without its index each row that a host
 * prunes would read the whole ledger.
 */
export const indexesStep: Step = {
  name: 'worker_schedules_0004_ledger_indexes',
  transaction: false,
  plan: (found) => {
    const { facts, names } = found;
    const ledger = facts.tables[names.plain.runs];
    if (ledger === undefined) return [];
    const missing = LEDGER_INDEXES.filter((wish) => servingIndex(ledger, names, wish) === undefined);
    const key = isKey(ledger, [names.plain.run.id]) ? addForeignKey(found, ledger) : [];
    return [...missing.map((wish) => createIndex(found, ledger, wish)), ...key];
  },
};
