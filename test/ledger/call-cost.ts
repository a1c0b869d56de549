import type { Knex } from 'knex';

/** A statement that was sent. */
export interface Asked {
  readonly sql: string;
  readonly bindings: readonly Knex.RawBinding[];
}

/** What EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) says. */
export interface Explained {
  readonly 'QUERY PLAN': readonly {
    readonly Plan: Readonly<Record<'Shared Hit Blocks' | 'Shared Read Blocks', number>>;
    readonly 'Execution Time': number;
  }[];
}

/** What the statements of a call cost the server. */
export interface CallCost {
  /** Pages of 8 kB, of tables and indexes, that they read. */
  readonly pages: number;
  readonly milliseconds: number;
}

/** The statements that a call sends through a knex. */
export async function statementsOf(knex: Knex, call: () => Promise<unknown>): Promise<Asked[]> {
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
 * What a call costs that only reads: its statements are caught on `knex`, which the call uses, and explained on `plain`,
 * another knex of the same database.
 */
export async function callCost(knex: Knex, plain: Knex, call: () => Promise<unknown>): Promise<CallCost> {
  const cost = { pages: 0, milliseconds: 0 };
  for (const { sql, bindings } of await statementsOf(knex, call)) {
    const text = `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${sql.replace(/\$\d+/g, '?')}`;
    const { rows } = await plain.raw<{ rows: Explained[] }>(text, [...bindings]);
    const explained = rows[0]?.['QUERY PLAN'][0];
    if (explained === undefined) throw new Error(`The server did not explain: ${sql}`);
    cost.pages += explained.Plan['Shared Hit Blocks'] + explained.Plan['Shared Read Blocks'];
    cost.milliseconds += explained['Execution Time'];
  }
  return cost;
}
