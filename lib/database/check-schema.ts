import { WorkerSchedulesError } from '../errors.ts';
import { type Names, RUN_COLUMNS } from './names.ts';
import { type Queryable, readRow } from './read-rows.ts';

/** Which process asks; each needs its own tables. */
export type SchemaPart = 'api' | 'scheduler' | 'runner';

interface Found {
  /** Table and name of every column of our tables. */
  readonly columns: readonly (readonly [table: string, column: string])[];
  readonly status_labels: readonly string[];
  readonly trigger_labels: readonly string[];
  /** Predicates of the valid unique partial indexes on the ledger's worker name. */
  readonly unique_predicates: readonly string[];
}

const SCHEDULE_COLUMNS = [
  ...['worker_name', 'kind', 'enabled', 'cron', 'timezone', 'request', 'next_run_at', 'last_enqueued_at'],
  ...['last_skipped_at', 'switched_at', 'switched_by', 'switched_by_user_id', 'updated_by', 'updated_by_user_id'],
  ...['created_at', 'updated_at', 'version', 'fault'],
];
const FIRE_COLUMNS = [
  ...['worker_name', 'scheduled_at', 'decided_at', 'outcome', 'reason', 'run_id', 'coalesced_from', 'detail'],
];
const STATE_COLUMNS = [
  ...['leader', 'leader_pid', 'leading_since', 'last_tick_at', 'last_error', 'last_error_at', 'deferred', 'faulty'],
  'zone_data_version',
];
const RUNNER_COLUMNS = ['runner_id', 'host', 'pid', 'workers', 'started_at', 'seen_at', 'expires_at'];
const STATUS_LABELS = ['QUEUED', 'RUNNING', 'SUCCESS', 'FAILED', 'INTERRUPTED', 'CANCELLED'];
const TRIGGER_LABELS = ['CLI', 'API', 'SCHEDULE'];

/** Columns by table. */
type Columns = readonly (readonly [table: string, columns: readonly string[]])[];

function neededColumns({ plain }: Names, part: SchemaPart): Columns {
  const runs = [plain.runs, RUN_COLUMNS.map((column) => plain.run[column])] as const;
  const runners = [plain.runners, RUNNER_COLUMNS] as const;
  if (part === 'runner') return [runs, runners];
  const agenda = [
    [plain.schedules, SCHEDULE_COLUMNS],
    [plain.fires, FIRE_COLUMNS],
    [plain.state, STATE_COLUMNS],
  ] as const;
  return part === 'api' ? [runs, ...agenda, runners] : [runs, ...agenda];
}

/** A table that is missing whole is one piece, and not one for each of its columns. */
function missingColumns(found: Found, needed: Columns): string[] {
  return needed.flatMap(([table, columns]) => {
    const there = new Set(found.columns.filter(([owner]) => owner === table).map(([, column]) => column));
    if (there.size === 0) return [`table ${table}`];
    return columns.filter((column) => !there.has(column)).map((column) => `column ${table}.${column}`);
  });
}

/** Reads the catalogue by schema, never by a bare name: another install may have tables of the same names elsewhere. */
async function readFound(database: Queryable, names: Names): Promise<Found | undefined> {
  const { plain } = names;
  const labels = `(SELECT coalesce(json_agg(e.enumlabel), '[]'::json) FROM pg_catalog.pg_enum e
    JOIN pg_catalog.pg_type t ON t.oid = e.enumtypid JOIN pg_catalog.pg_namespace n ON n.oid = t.typnamespace
    WHERE n.nspname = ? AND t.typname = ?)`;
  return await readRow<Found>(
    database,
    `SELECT json_build_object(
      'columns', (SELECT coalesce(json_agg(json_build_array(c.relname, a.attname)), '[]'::json)
        FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
        JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
        WHERE n.nspname = ? AND c.relkind IN ('r', 'p', 'v')
          AND c.relname IN (SELECT jsonb_array_elements_text(?::jsonb))),
      'status_labels', ${labels}, 'trigger_labels', ${labels},
      'unique_predicates', (SELECT coalesce(json_agg(pg_catalog.pg_get_expr(i.indpred, i.indrelid)), '[]'::json)
        FROM pg_catalog.pg_index i JOIN pg_catalog.pg_class c ON c.oid = i.indrelid
        JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
        WHERE n.nspname = ? AND c.relname = ? AND i.indisunique AND i.indisvalid AND i.indpred IS NOT NULL
          AND i.indnkeyatts = 1 AND (SELECT a.attname FROM pg_catalog.pg_attribute a
            WHERE a.attrelid = i.indrelid AND a.attnum = i.indkey[0]) = ?))::text AS json`,
    [
      plain.schema,
      JSON.stringify([plain.runs, plain.schedules, plain.fires, plain.state, plain.runners]),
      ...[plain.schema, plain.statusType, plain.schema, plain.triggerType],
      ...[plain.schema, plain.runs, plain.run.worker_name],
    ],
  );
}

function missing(found: Found, names: Names, part: SchemaPart): string[] {
  const lacks = (kind: string, needed: readonly string[], there: readonly string[]): string[] =>
    needed.filter((label) => !there.includes(label)).map((label) => `${kind} label ${label}`);
  const slot = found.unique_predicates.some((text) => text.includes('QUEUED') && text.includes('RUNNING'));
  return [
    ...missingColumns(found, neededColumns(names, part)),
    ...lacks(names.plain.statusType, STATUS_LABELS, found.status_labels),
    ...lacks(names.plain.triggerType, TRIGGER_LABELS, found.trigger_labels),
    ...(slot ? [] : [`unique index on ${names.plain.runs} (${names.plain.run.worker_name}) over QUEUED and RUNNING`]),
  ];
}

/**
 * Compares the database with what a process needs. Throws `schema_missing`, naming every missing piece (and in
 * `details.missing` as a list), so that nothing starts on a database that was not migrated.
 */
export async function checkSchema(database: Queryable, names: Names, part: SchemaPart): Promise<void> {
  const found = await readFound(database, names);
  const pieces = found === undefined ? [] : missing(found, names, part);
  if (pieces.length === 0) return;
  throw new WorkerSchedulesError(
    'schema_missing',
    `The database lacks what the ${part} needs in schema ${names.plain.schema}: ${pieces.join(', ')}. Run migrate(knex) first.`,
    { details: { missing: pieces } },
  );
}
