import type { Knex } from 'knex';

/** The names of a schema's ordinary tables, in order; partitions are among them. Throws when there is no such schema. */
export async function listTables(knex: Knex, schema: string): Promise<readonly string[]> {
  const sql = `
    SELECT ARRAY(SELECT c.relname::text
                   FROM pg_catalog.pg_class AS c
                  WHERE c.relnamespace = n.oid AND c.relkind = 'r'
                  ORDER BY c.relname) AS names
      FROM pg_catalog.pg_namespace AS n
     WHERE n.nspname = ?`;
  const { rows } = await knex.raw<{ rows: { names: string[] }[] }>(sql, [schema]);
  if (rows[0] === undefined) throw new Error(`There is no schema "${schema}"`);
  return rows[0].names;
}
