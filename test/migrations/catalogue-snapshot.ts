import { query, type TestDatabase } from '../support/databases.ts';

/** The tables, columns, types, constraints and indexes of a schema, as sorted lines that can be compared. */
export async function snapshot(database: TestDatabase, schema = 'public'): Promise<string[]> {
  const rows = await query<{ line: string }>(
    database,
    `WITH relation AS (SELECT c.* FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = ?)
     SELECT format('column %s.%s %s %s %s %s', c.relname, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull,
              a.attidentity, pg_get_expr(d.adbin, d.adrelid)) AS line
       FROM relation c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
       LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum WHERE c.relkind IN ('r', 'p', 'v', 'S')
     UNION ALL
     SELECT format('constraint %s %s', o.conname, pg_get_constraintdef(o.oid)) FROM pg_constraint o
       JOIN relation c ON c.oid = o.conrelid
     UNION ALL
     SELECT format('index %s valid=%s', pg_get_indexdef(i.indexrelid), i.indisvalid) FROM pg_index i
       JOIN relation c ON c.oid = i.indrelid
     UNION ALL
     SELECT format('type %s %s', t.typname, string_agg(e.enumlabel, ' ' ORDER BY e.enumsortorder)) FROM pg_type t
       JOIN pg_enum e ON e.enumtypid = t.oid JOIN pg_namespace n ON n.oid = t.typnamespace WHERE n.nspname = ?
      GROUP BY t.typname
     UNION ALL
     SELECT format('function %s', p.proname) FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
      WHERE n.nspname = ?
     ORDER BY line`,
    [schema, schema, schema],
  );
  return rows.map(({ line }) => line);
}
