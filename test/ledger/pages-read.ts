import type { Knex } from 'knex';

interface Asked {
  readonly sql: string;
  readonly bindings: readonly Knex.RawBinding[];
}

interface Explained {
  readonly 'QUERY PLAN': readonly {
    readonly Plan: Readonly<Record<'Shared Hit Blocks' | 'Shared Read Blocks', number>>;
  }[];
}

/** The statements that a call sends through a knex. */
async function statementsOf(knex: Knex, call: () => Promise<unknown>): Promise<Asked[]> {
  const asked: Asked[] = [];
  const remember = (query: Asked): void => void asked.push(query);
  knex.on('query', remember);
  try {
    await call();
  } finally {
    knex.removeListener('query', remember);
  }
  return asked;
}

/**
 * How many pages of 8 kB, of tables and indexes, the statements of a call read: they are caught on `knex`, which the call
 * uses, and explained on `plain`, another knex of the same database.
 */
export async function pagesRead(knex: Knex, plain: Knex, call: () => Promise<unknown>): Promise<number> {
  let pages = 0;
  for (const { sql, bindings } of await statementsOf(knex, call)) {
    const text = `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${sql.replace(/\$\d+/g, '?')}`;
    const { rows } = await plain.raw<{ rows: Explained[] }>(text, [...bindings]);
    const plan = rows[0]?.['QUERY PLAN'][0]?.Plan;
    pages += (plan?.['Shared Hit Blocks'] ?? 0) + (plan?.['Shared Read Blocks'] ?? 0);
  }
  return pages;
}
