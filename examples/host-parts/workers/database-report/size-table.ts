import type { Knex } from 'knex';
import type { UnitCounts } from 'worker-schedules';
import type { Measure } from './measure-table.ts';

const table = 'table_sizes';

interface Row {
  readonly schema_name: string;
  readonly table_name: string;
  readonly reported_by: string;
}

/** Which table was measured, and for which occurrence. */
export interface Reported extends Measure {
  readonly schema: string;
  readonly table: string;
  readonly reportedBy: string;
}

/** Records the measure of one table; repeating it changes nothing but the time. */
export async function writeSize(knex: Knex, reported: Reported): Promise<void> {
  const row = {
    schema_name: reported.schema,
    table_name: reported.table,
    table_bytes: reported.tableBytes,
    index_bytes: reported.indexBytes,
    row_count: reported.rowCount,
    row_count_is: reported.rowCountIs,
    reported_by: reported.reportedBy,
    reported_at: knex.fn.now(),
  };
  await knex(table).insert(row).onConflict(['schema_name', 'table_name']).merge();
}

/** The tables that an occurrence has already reported. */
export async function reportedTables(knex: Knex, schema: string, reportedBy: string): Promise<ReadonlySet<string>> {
  const rows = await knex<Row>(table).select('table_name').where({ schema_name: schema, reported_by: reportedBy });
  return new Set(rows.map(({ table_name }) => table_name));
}

/** Removes what is recorded of a schema's tables other than these; returns how many there were. */
export async function removeOthers(knex: Knex, schema: string, names: readonly string[]): Promise<number> {
  return await knex<Row>(table).where('schema_name', schema).whereNotIn('table_name', names).delete();
}

/** How many tables of a schema the last report holds, also while it is made, and how many not. */
export async function countReported(knex: Knex, schema: string): Promise<UnitCounts> {
  const sql = `
    WITH last AS (SELECT s.reported_by FROM table_sizes AS s WHERE s.schema_name = :schema ORDER BY s.reported_at DESC LIMIT 1)
    SELECT count(s.table_name)::int AS processed, (count(*) - count(s.table_name))::int AS pending
      FROM pg_catalog.pg_class AS c
      JOIN pg_catalog.pg_namespace AS n ON n.oid = c.relnamespace
      LEFT JOIN table_sizes AS s ON s.schema_name = n.nspname AND s.table_name = c.relname
                                AND s.reported_by = (SELECT last.reported_by FROM last)
     WHERE n.nspname = :schema AND c.relkind = 'r'`;
  const { rows } = await knex.raw<{ rows: UnitCounts[] }>(sql, { schema });
  return rows[0] ?? { pending: 0, processed: 0 };
}
