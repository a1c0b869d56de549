import { createHash } from 'node:crypto';
import { WorkerSchedulesError } from '../errors.ts';

/** The ledger's columns by the names of the design; a host may map each to its own. */
export const RUN_COLUMNS = [
  'id',
  'worker_name',
  'status',
  'trigger',
  'requested_by',
  'requested_by_user_id',
  'request',
  'config',
  'queued_at',
  'started_at',
  'finished_at',
  'error',
  'runner_id',
  'lease_token',
  'lease_expires_at',
  'cancel_requested_at',
  'progress',
  'attempt',
  'retry_of',
  'not_before',
  'scheduled_for',
] as const;

export type RunColumn = (typeof RUN_COLUMNS)[number];

/** What a host may name differently; everything has a default. */
export interface NamesInput {
  readonly schema?: string;
  readonly runs?: { readonly table?: string; readonly columns?: Readonly<Partial<Record<RunColumn, string>>> };
  readonly schedules?: string;
  readonly fires?: string;
  readonly state?: string;
  readonly runners?: string;
  readonly types?: { readonly status?: string; readonly trigger?: string };
}

type Table = 'runs' | 'schedules' | 'fires' | 'state' | 'runners';

/** Resolved names: `plain` as the catalogue of the database spells them, everything else quoted for SQL. */
export interface Names {
  readonly plain: Readonly<Record<Table | 'schema' | 'statusType' | 'triggerType', string>> & {
    readonly run: Readonly<Record<RunColumn, string>>;
  };
  readonly schema: string;
  readonly runs: string;
  readonly schedules: string;
  readonly fires: string;
  readonly state: string;
  readonly runners: string;
  readonly statusType: string;
  readonly triggerType: string;
  /** Quoted column names of the ledger. */
  readonly run: Readonly<Record<RunColumn, string>>;
  /** Key of the leader's advisory lock: a constant of the package and a hash of schema and ledger (two-int form). */
  readonly lockKey: readonly [number, number];
  /** NOTIFY channels, one for who waits for schedules and one for who waits for runs. */
  readonly channels: { readonly scheduler: string; readonly runner: string };
}

/** First half of every advisory lock key of this package ("wrks" in ASCII). */
const LOCK_CLASS = 0x77726b73;

const MAX_IDENTIFIER_BYTES = 63;

function checkIdentifier(value: unknown, where: string): string {
  const fault =
    typeof value !== 'string' || value === ''
      ? 'must be a non-empty string'
      : value.includes('\0')
        ? 'must not contain NUL'
        : !value.isWellFormed()
          ? 'must not contain half a surrogate pair'
          : Buffer.byteLength(value) > MAX_IDENTIFIER_BYTES
            ? `must be at most ${MAX_IDENTIFIER_BYTES} bytes, PostgreSQL cuts longer names`
            : undefined;
  if (fault === undefined) return value as string;
  return refuse(where, `${fault}.`);
}

function refuse(where: string, fault: string): never {
  const path = `names.${where}`;
  throw new WorkerSchedulesError('invalid_options', `${path} ${fault}`, {
    fields: [{ path, code: 'invalid_identifier', message: `${path} ${fault}` }],
  });
}

/**
 * Quotes an identifier. A question mark is written as its code point, because knex takes it for a binding and leaves no way
 * to write a backslash before one; the text so is the same with and without knex.
 */
export function quote(identifier: string): string {
  const quoted = `"${identifier.replaceAll('"', '""')}"`;
  if (!identifier.includes('?')) return quoted;
  return `U&${quoted.replaceAll('\\', '\\005C').replaceAll('?', '\\003F')}`;
}

const KNOWN = {
  names: ['schema', 'runs', 'schedules', 'fires', 'state', 'runners', 'types'],
  runs: ['table', 'columns'],
  'runs.columns': RUN_COLUMNS,
  types: ['status', 'trigger'],
} as const;

/** A misspelt member would otherwise leave the default name in use without a word. */
function checkMembers(value: object | undefined, where: keyof typeof KNOWN): void {
  const known: readonly string[] = KNOWN[where];
  for (const member of Object.keys(value ?? {})) {
    if (known.includes(member)) continue;
    refuse(where === 'names' ? member : `${where}.${member}`, `is not known; known are ${known.join(', ')}.`);
  }
}

/** Tables and types of a schema share one room of names (a table is a type too), and so do the columns of a table. */
function checkDistinct(named: Readonly<Record<string, string>>, prefix: string): void {
  const seen = new Map<string, string>();
  for (const [member, name] of Object.entries(named)) {
    const other = seen.get(name);
    if (other !== undefined) refuse(`${prefix}${member}`, `is the same name as names.${prefix}${other}.`);
    seen.set(name, member);
  }
}

function resolvePlain(input: NamesInput): Names['plain'] {
  checkMembers(input, 'names');
  checkMembers(input.runs, 'runs');
  checkMembers(input.runs?.columns, 'runs.columns');
  checkMembers(input.types, 'types');
  const columns: Readonly<Partial<Record<RunColumn, string>>> = input.runs?.columns ?? {};
  const run = Object.fromEntries(
    RUN_COLUMNS.map((column) => [column, checkIdentifier(columns[column] ?? column, `runs.columns.${column}`)]),
  ) as Record<RunColumn, string>;
  const schema = checkIdentifier(input.schema ?? 'public', 'schema');
  const relations = {
    runs: checkIdentifier(input.runs?.table ?? 'worker_runs', 'runs.table'),
    schedules: checkIdentifier(input.schedules ?? 'worker_schedules', 'schedules'),
    fires: checkIdentifier(input.fires ?? 'worker_schedule_fires', 'fires'),
    state: checkIdentifier(input.state ?? 'worker_scheduler_state', 'state'),
    runners: checkIdentifier(input.runners ?? 'worker_runners', 'runners'),
    statusType: checkIdentifier(input.types?.status ?? 'worker_run_status', 'types.status'),
    triggerType: checkIdentifier(input.types?.trigger ?? 'worker_run_trigger', 'types.trigger'),
  };
  const { runs, statusType, triggerType, ...others } = relations;
  checkDistinct({ 'runs.table': runs, ...others, 'types.status': statusType, 'types.trigger': triggerType }, '');
  checkDistinct(run, 'runs.columns.');
  return { schema, ...relations, run };
}

const DEFAULTS: NamesInput = Object.freeze({});
const resolved = new WeakMap<NamesInput, Names>();

/**
 * Resolves and checks names, once per options object. Throws `invalid_options` for an identifier that PostgreSQL cannot
 * hold, for one that is given twice, and for an unknown member.
 */
export function resolveNames(input: NamesInput = DEFAULTS): Names {
  const known = resolved.get(input);
  if (known !== undefined) return known;
  const names = quoteNames(resolvePlain(input));
  resolved.set(input, names);
  return names;
}

function quoteNames(plain: Names['plain']): Names {
  const run = Object.fromEntries(RUN_COLUMNS.map((column) => [column, quote(plain.run[column])]));
  const qualified = (name: string): string => `${quote(plain.schema)}.${quote(name)}`;
  const identity = createHash('sha256').update(`${plain.schema}\0${plain.runs}`).digest();
  const channel = `worker_schedules_${identity.toString('hex', 0, 8)}`;
  return Object.freeze({
    plain,
    schema: quote(plain.schema),
    runs: qualified(plain.runs),
    schedules: qualified(plain.schedules),
    fires: qualified(plain.fires),
    state: qualified(plain.state),
    runners: qualified(plain.runners),
    statusType: qualified(plain.statusType),
    triggerType: qualified(plain.triggerType),
    run: run as Record<RunColumn, string>,
    lockKey: [LOCK_CLASS, identity.readInt32BE(0)] as const,
    channels: { scheduler: `${channel}_schedules`, runner: `${channel}_runs` },
  });
}
