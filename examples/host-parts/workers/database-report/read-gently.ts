import type { Knex } from 'knex';

const lockLimit = '500ms';
const timeLimit = '5s';

/** Runs one query that waits 0.5 s for a lock and takes 5 s at most, so that a report is in nobody's way. */
export async function readGently<Row>(knex: Knex, sql: string, bindings: readonly string[] = []): Promise<Row[]> {
  const limits = `SELECT set_config('lock_timeout', ?, true), set_config('statement_timeout', ?, true)`;
  return await knex.transaction(
    async (trx) => {
      await trx.raw(limits, [lockLimit, timeLimit]);
      return (await trx.raw<{ rows: Row[] }>(sql, bindings)).rows;
    },
    { readOnly: true },
  );
}

/** Whether PostgreSQL gave this reason for refusing a query. */
export function hasSqlState(error: unknown, ...states: readonly string[]): boolean {
  return states.includes((error as { readonly code?: string }).code ?? '');
}
