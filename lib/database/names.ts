import { createHash } from 'node:crypto';
import { WorkerSchedulesError } from '../errors.ts';
import { derivedName, identifierFault, quote } from './identifiers.ts';

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

/** The tables that the running package reads and writes. */
export type WorkingTable = 'runs' | 'schedules' | 'fires' | 'state' | 'runners';
/** Those, and the two in which the migrations keep their books. */
export type Table = WorkingTable | 'migrations' | 'changes';

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
  /** Which steps were applied: one table for each ledger, so that several installs share a schema. */
  readonly migrations: string;
  /** What the steps made, so that going back takes away that and nothing else. */
  readonly changes: string;
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

function checkIdentifier(value: unknown, where: string): string {
  const fault = identifierFault(value);
  return fault === undefined ? (value as string) : refuse(where, `${fault}.`);
}

function refuse(where: string, fault: string): never {
  const path = `names.${where}`;
  throw new WorkerSchedulesError('invalid_options', `${path} ${fault}`, {
    fields: [{ path, code: 'invalid_identifier', message: `${path} ${fault}` }],
  });
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
function checkDistinct(named: Readonly<Record<string, string>>, taken: ReadonlyMap<string, string> = new Map()): void {
  const seen = new Map(taken);
  for (const [member, name] of Object.entries(named)) {
    const other = seen.get(name);
    if (other !== undefined) refuse(member, `is the same name as ${other}.`);
    seen.set(name, `names.${member}`);
  }
}

/** The books of the default ledger have a name of their own, those of any other are named after it. */
function bookName(runs: string, what: string): string {
  return runs === 'worker_runs' ? `worker_schedules_${what}` : derivedName(runs, `_schedules_${what}`);
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
  const runs = checkIdentifier(input.runs?.table ?? 'worker_runs', 'runs.table');
  const others = {
    schedules: checkIdentifier(input.schedules ?? 'worker_schedules', 'schedules'),
    fires: checkIdentifier(input.fires ?? 'worker_schedule_fires', 'fires'),
    state: checkIdentifier(input.state ?? 'worker_scheduler_state', 'state'),
    runners: checkIdentifier(input.runners ?? 'worker_runners', 'runners'),
  };
  const statusType = checkIdentifier(input.types?.status ?? 'worker_run_status', 'types.status');
  const triggerType = checkIdentifier(input.types?.trigger ?? 'worker_run_trigger', 'types.trigger');
  const books = { migrations: bookName(runs, 'migrations'), changes: bookName(runs, 'changes') };
  const types = { 'types.status': statusType, 'types.trigger': triggerType };
  const taken = new Map(Object.entries(books).map(([book, name]) => [name, `that of our table of ${book}`]));
  checkDistinct({ 'runs.table': runs, ...others, ...types }, taken);
  checkDistinct(Object.fromEntries(RUN_COLUMNS.map((column) => [`runs.columns.${column}`, run[column]])));
  return { schema, runs, ...others, ...books, statusType, triggerType, run };
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
    migrations: qualified(plain.migrations),
    changes: qualified(plain.changes),
    statusType: qualified(plain.statusType),
    triggerType: qualified(plain.triggerType),
    run: run as Record<RunColumn, string>,
    lockKey: [LOCK_CLASS, identity.readInt32BE(0)] as const,
    channels: { scheduler: `${channel}_schedules`, runner: `${channel}_runs` },
  });
}
