import { asRawText } from './expression-text.ts';
import { quote } from './identifiers.ts';
import { STATUS_LABELS, TRIGGER_LABELS } from './ledger-labels.ts';
import type { Names } from './names.ts';
import { type Queryable, readRow } from './read-rows.ts';
import { type CheckFacts, findColumn, type SchemaFacts } from './schema-facts.ts';

const namesOf = (
  table: string,
  numbers: string,
): string => `(SELECT coalesce(json_agg(k.attname ORDER BY u.place), '[]')
  FROM unnest(${numbers}) WITH ORDINALITY AS u(number, place)
  JOIN pg_catalog.pg_attribute k ON k.attrelid = ${table} AND k.attnum = u.number)`;

/** The type behind a domain, however deep. */
const BASE_TYPE = `(WITH RECURSIVE base AS (
    SELECT t.oid, t.typbasetype, t.typtype, a.atttypmod AS modifier
    UNION ALL
    SELECT b.oid, b.typbasetype, b.typtype, base.modifier FROM base
      JOIN pg_catalog.pg_type b ON b.oid = base.typbasetype WHERE base.typtype = 'd')
  SELECT oid FROM base WHERE typtype <> 'd')`;

const COLUMNS = `(SELECT coalesce(json_agg(json_build_object('name', a.attname,
    'type', pg_catalog.format_type(${BASE_TYPE}, NULL),
    'max_length', CASE WHEN t.typname = 'varchar' AND a.atttypmod > 4 THEN a.atttypmod - 4 END,
    'is_domain', t.typtype = 'd', 'type_schema', tn.nspname, 'type_name', t.typname,
    'labels', (SELECT json_agg(e.enumlabel ORDER BY e.enumsortorder) FROM pg_catalog.pg_enum e WHERE e.enumtypid = t.oid),
    'not_null', a.attnotnull, 'has_default', a.atthasdef OR a.attidentity <> '') ORDER BY a.attnum), '[]')
  FROM pg_catalog.pg_attribute a JOIN pg_catalog.pg_type t ON t.oid = a.atttypid
  JOIN pg_catalog.pg_namespace tn ON tn.oid = t.typnamespace
  WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped)`;

const INDEXES = `(SELECT coalesce(json_agg(json_build_object('name', ic.relname, 'unique', i.indisunique,
    'valid', i.indisvalid AND i.indisready, 'primary', i.indisprimary,
    'keys', (SELECT json_agg(k.attname ORDER BY u.place)
      FROM unnest(i.indkey::int2[]) WITH ORDINALITY AS u(number, place)
      LEFT JOIN pg_catalog.pg_attribute k ON k.attrelid = c.oid AND k.attnum = u.number AND u.number > 0
      WHERE u.place <= i.indnkeyatts),
    'columns', (SELECT coalesce(json_agg(DISTINCT k.attname), '[]') FROM pg_catalog.pg_depend d
      JOIN pg_catalog.pg_attribute k ON k.attrelid = c.oid AND k.attnum = d.refobjsubid
      WHERE d.classid = 'pg_catalog.pg_class'::pg_catalog.regclass AND d.objid = i.indexrelid AND d.refobjid = c.oid),
    'predicate', pg_catalog.pg_get_expr(i.indpred, i.indrelid)) ORDER BY ic.relname), '[]')
  FROM pg_catalog.pg_index i JOIN pg_catalog.pg_class ic ON ic.oid = i.indexrelid WHERE i.indrelid = c.oid)`;

const CHECKS = `(SELECT coalesce(json_agg(json_build_object('name', o.conname, 'columns', ${namesOf('c.oid', 'o.conkey')},
    'expression', pg_catalog.pg_get_expr(o.conbin, o.conrelid), 'validated', o.convalidated) ORDER BY o.conname), '[]')
  FROM pg_catalog.pg_constraint o WHERE o.conrelid = c.oid AND o.contype = 'c')`;

const SELF_REFERENCES = `(SELECT coalesce(json_agg(json_build_object('name', o.conname,
    'columns', ${namesOf('c.oid', 'o.conkey')}, 'target_columns', ${namesOf('c.oid', 'o.confkey')},
    'on_delete', o.confdeltype, 'validated', o.convalidated) ORDER BY o.conname), '[]')
  FROM pg_catalog.pg_constraint o WHERE o.conrelid = c.oid AND o.confrelid = c.oid AND o.contype = 'f')`;

const FACTS = `SELECT json_build_object(
  'schema_exists', EXISTS (SELECT 1 FROM pg_catalog.pg_namespace n WHERE n.nspname = ?),
  'may_create', coalesce((SELECT pg_catalog.has_schema_privilege(n.oid, 'CREATE')
    FROM pg_catalog.pg_namespace n WHERE n.nspname = ?), false),
  'tables', (SELECT coalesce(json_object_agg(c.relname, json_build_object('kind', c.relkind,
      'owned', pg_catalog.pg_has_role(c.relowner, 'USAGE'), 'columns', ${COLUMNS}, 'indexes', ${INDEXES},
      'checks', ${CHECKS}, 'self_references', ${SELF_REFERENCES})), '{}')
    FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname = ? AND c.relname IN (SELECT jsonb_array_elements_text(?::jsonb))),
  'types', (SELECT coalesce(json_agg(json_build_object('name', t.typname, 'labels', (SELECT json_agg(e.enumlabel)
      FROM pg_catalog.pg_enum e WHERE e.enumtypid = t.oid))), '[]')
    FROM pg_catalog.pg_type t JOIN pg_catalog.pg_namespace n ON n.oid = t.typnamespace
    WHERE n.nspname = ? AND t.typname IN (?, ?)))::text AS json`;

/** Reads what is there under these names, and under `others`, in one statement and one more for each CHECK of labels. */
export async function readSchemaFacts(
  database: Queryable,
  names: Names,
  others: readonly string[] = [],
): Promise<SchemaFacts> {
  const { schema, runs, schedules, fires, state, runners, migrations, changes, statusType, triggerType } = names.plain;
  const relations = [runs, schedules, fires, state, runners, migrations, changes, ...others];
  const facts = await readRow<Omit<SchemaFacts, 'refused'>>(database, FACTS, [
    ...[schema, schema, schema, JSON.stringify(relations), schema, statusType, triggerType],
  ]);
  if (facts === undefined) throw new Error('the catalogue returned no row');
  return { ...facts, refused: await readRefused(database, names, facts) };
}

async function readRefused(
  database: Queryable,
  names: Names,
  facts: Omit<SchemaFacts, 'refused'>,
): Promise<SchemaFacts['refused']> {
  const refused: Record<string, readonly string[]> = {};
  const ledger = facts.tables[names.plain.runs];
  for (const check of ledger?.checks ?? []) {
    const [column, ...more] = check.columns;
    if (column === undefined || more.length > 0 || findColumn(ledger, column)?.labels !== null) continue;
    if (column === names.plain.run.status) refused[check.name] = await refusedBy(database, check, STATUS_LABELS);
    if (column === names.plain.run.trigger) refused[check.name] = await refusedBy(database, check, TRIGGER_LABELS);
  }
  return refused;
}

/** Asks PostgreSQL itself which labels a CHECK refuses, by its own expression over a column of the same name. */
async function refusedBy(database: Queryable, check: CheckFacts, labels: readonly string[]): Promise<string[]> {
  const [column] = check.columns as [string];
  const refused = await readRow<string[]>(
    database,
    `SELECT coalesce(json_agg(t.${quote(column)}) FILTER (WHERE NOT coalesce(t.allowed, true)), '[]')::text AS json
       FROM (SELECT ${quote(column)}, ${asRawText(check.expression)} AS allowed
         FROM jsonb_array_elements_text(?::jsonb) AS l(${quote(column)})) t`,
    [JSON.stringify(labels)],
  );
  return refused ?? [];
}
