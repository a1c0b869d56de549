import { WorkerSchedulesError } from '../errors.ts';
import type { SchemaPart } from './missing-pieces.ts';
import type { Names, WorkingTable } from './names.ts';
import { ledgerColumnsFor, NEEDED_PRIVILEGES, type Privilege } from './needed-privileges.ts';
import { type Queryable, readRow, readRows } from './read-rows.ts';

/** A right that a role lacks, as GRANT spells it: "UPDATE on table worker_runs". */
export interface MissingPrivilege {
  readonly privilege: Privilege | 'USAGE';
  readonly on: 'schema' | 'table' | 'sequence';
  /** As the catalogue of the database spells it. */
  readonly name: string;
}

export interface RolePrivileges {
  /** Whose rights these are. */
  readonly role: string;
  readonly missing: readonly MissingPrivilege[];
}

interface PrivilegeQuery {
  readonly parts: readonly SchemaPart[];
  /** Default: the role of the connection. */
  readonly role?: string | undefined;
}

interface Need {
  readonly table: string;
  readonly privilege: Privilege;
  /** Columns for which the right is enough; empty when only the whole table will do. */
  readonly columns: readonly string[];
}

function needsOf({ plain }: Names, part: SchemaPart): Need[] {
  return Object.entries(NEEDED_PRIVILEGES[part]).flatMap(([table, privileges]) =>
    privileges.map((privilege) => ({
      table: plain[table as WorkingTable],
      privilege,
      columns: table === 'runs' ? ledgerColumnsFor(part, privilege).map((column) => plain.run[column]) : [],
    })),
  );
}

/** Whether such a process makes rows of the ledger, and so counts with its sequence. */
export function insertsRuns(part: SchemaPart): boolean {
  return NEEDED_PRIVILEGES[part].runs?.includes('INSERT') === true;
}

/** A right on the table holds for its columns too; a right on columns only where every needed one has it. */
const LACKING = `SELECT DISTINCT n."table", n.privilege FROM needs n
    JOIN pg_catalog.pg_class c ON c.relname = n."table" AND c.relkind IN ('r', 'p', 'v')
    JOIN place p ON p.oid = c.relnamespace CROSS JOIN asked
   WHERE NOT has_table_privilege(asked.role, c.oid, n.privilege)
     AND (jsonb_array_length(n.columns) = 0 OR EXISTS (SELECT 1 FROM pg_catalog.pg_attribute a
       WHERE a.attrelid = c.oid AND a.attname IN (SELECT jsonb_array_elements_text(n.columns))
         AND NOT has_column_privilege(asked.role, c.oid, a.attnum, n.privilege)))`;

/** Sequences that a default of the ledger counts with; an identity column asks for no right. */
const SEQUENCES = `SELECT DISTINCT s.oid, s.relname AS name, s.relnamespace FROM pg_catalog.pg_class c
    JOIN pg_catalog.pg_namespace p ON p.oid = c.relnamespace
    JOIN pg_catalog.pg_attrdef d ON d.adrelid = c.oid
    JOIN pg_catalog.pg_depend u ON u.classid = 'pg_catalog.pg_attrdef'::regclass AND u.objid = d.oid
     AND u.refclassid = 'pg_catalog.pg_class'::regclass
    JOIN pg_catalog.pg_class s ON s.oid = u.refobjid AND s.relkind = 'S'
   WHERE p.nspname = ? AND c.relname = ?`;

/** Those sequences, by the names that SQL writes, for who grants USAGE on them. */
export async function findLedgerSequences(database: Queryable, { plain }: Names): Promise<string[]> {
  return await readRows<string>(
    database,
    `SELECT to_json(format('%I.%I', n.nspname, q.name))::text AS json
       FROM (${SEQUENCES}) q JOIN pg_catalog.pg_namespace n ON n.oid = q.relnamespace ORDER BY 1`,
    [plain.schema, plain.runs],
  );
}

/**
 * Reads which rights a role lacks for what these processes do. Tables that are not there are left out: `checkSchema` names
 * them. Fails with the database's error when there is no such role.
 */
export async function findMissingPrivileges(
  database: Queryable,
  names: Names,
  { parts, role }: PrivilegeQuery,
): Promise<RolePrivileges> {
  const { plain } = names;
  const inserts = parts.some(insertsRuns);
  const found = await readRow<RolePrivileges>(
    database,
    `WITH asked AS (SELECT coalesce(?::name, current_user) AS role),
     place AS (SELECT n.oid, n.nspname AS name FROM pg_catalog.pg_namespace n WHERE n.nspname = ?),
     needs AS (SELECT * FROM jsonb_to_recordset(?::jsonb) AS n("table" text, privilege text, columns jsonb)),
     lacking AS (${LACKING}), sequences AS (${SEQUENCES}),
     missing AS (
       SELECT 1 AS rank, 'USAGE' AS privilege, 'schema' AS "on", p.name::text AS name FROM place p CROSS JOIN asked
        WHERE NOT has_schema_privilege(asked.role, p.oid, 'USAGE')
       UNION ALL SELECT 2, l.privilege, 'table', l."table" FROM lacking l
       UNION ALL SELECT 3, 'USAGE', 'sequence', s.name::text FROM sequences s CROSS JOIN asked
        WHERE ? AND NOT has_sequence_privilege(asked.role, s.oid, 'USAGE, UPDATE'))
     SELECT json_build_object('role', asked.role, 'missing', (SELECT coalesce(json_agg(json_build_object(
       'privilege', m.privilege, 'on', m."on", 'name', m.name) ORDER BY m.rank, m.name, m.privilege), '[]'::json)
       FROM missing m))::text AS json FROM asked`,
    [
      ...[role ?? null, plain.schema, JSON.stringify(parts.flatMap((part) => needsOf(names, part)))],
      ...[plain.schema, plain.runs, inserts],
    ],
  );
  if (found === undefined) throw new Error('The rights of a role are one row');
  return found;
}

/** A right as people say it. */
export function privilegeText({ privilege, on, name }: MissingPrivilege): string {
  return `${privilege} on ${on} ${name}`;
}

/** The error that names every right that is missing (and in `details.missing` as a list). */
export function privilegeMissing(names: Names, part: SchemaPart, found: RolePrivileges): WorkerSchedulesError {
  const missing = found.missing.map(privilegeText);
  return new WorkerSchedulesError(
    'privilege_missing',
    `The role ${found.role} lacks what the ${part} needs in schema ${names.plain.schema}: ${missing.join(', ')}. ` +
      `\`npx worker-schedules grants --for ${part} --role ${found.role}\` prints the statements for the owner of the tables.`,
    { details: { role: found.role, missing } },
  );
}

/** Throws `privilege_missing` unless the role of the connection may do all that a process does. */
export async function checkPrivileges(database: Queryable, names: Names, part: SchemaPart): Promise<void> {
  const found = await findMissingPrivileges(database, names, { parts: [part] });
  if (found.missing.length > 0) throw privilegeMissing(names, part, found);
}
