import { quote } from '../lib/database/identifiers.ts';
import { indexNames, type IndexWish, type RunOrder } from '../lib/database/ledger-indexes.ts';
import type { Names } from '../lib/database/names.ts';
import { isOurs } from './change.ts';
import type { Found } from './step.ts';

export interface NewIndex {
  readonly names: Names;
  readonly wish: IndexWish;
  readonly order: RunOrder;
  /** Its name as the catalogue spells it. */
  readonly name: string;
  readonly live: boolean;
}

/** CREATE INDEX on the ledger; an index takes its table's schema. */
export function indexSql({ names, wish, order, name, live }: NewIndex): string {
  const predicate = wish.predicate(names);
  return [
    `CREATE ${wish.unique ? 'UNIQUE ' : ''}INDEX ${live ? 'CONCURRENTLY ' : ''}${quote(name)}`,
    `ON ${names.runs} (${wish.keys(names, order)})`,
    ...(predicate === null ? [] : [`WHERE ${predicate}`]),
  ].join(' ');
}

/** The best name for an index that nothing else of the schema has; one that we gave it before is taken again. */
export function freeIndexName({ names, facts, made }: Found, wish: IndexWish): string {
  const candidates = indexNames(names, wish);
  const own = Object.values(names.plain).filter((name) => typeof name === 'string');
  const ours = candidates.find((name) => isOurs(made, 'index', name));
  const free = candidates.find((name) => facts.tables[name] === undefined && !own.includes(name));
  return ours ?? free ?? candidates[candidates.length - 1] ?? '';
}
