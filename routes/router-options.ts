import type { Knex } from 'knex';
import { checkTimezone } from '../lib/calendar/check-timezone.ts';
import type { Catalogue } from '../lib/catalogue/define-catalogue.ts';
import { type NamesInput, resolveNames } from '../lib/database/names.ts';
import { hasCode, WorkerSchedulesError } from '../lib/errors.ts';
import type { LedgerColumns } from '../lib/ledger/ledger-columns.ts';
import { type Logger, silentLogger } from '../lib/logger.ts';
import type { Authorize } from './access.ts';
import { ApiPrivileges } from './api-privileges.ts';

/** Options of `scheduleRouter`; `Host` is what the framework hands to `authorize`. */
export interface ScheduleRouterOptions<Host> {
  /** The host's own; never closed by us. */
  readonly knex: Knex;
  readonly catalogue: Catalogue;
  /** Required: there is no default that lets everyone in. */
  readonly authorize: Authorize<Host>;
  readonly names?: NamesInput | undefined;
  /** Fills columns of the host's own in the ledger, when a run is asked for and when it is cancelled. */
  readonly ledgerColumns?: LedgerColumns | undefined;
  /** Zone of schedules that name none. Default: UTC. */
  readonly defaultTimezone?: string | undefined;
  /** Largest body of a request in bytes. Default: 100 kB. */
  readonly bodyLimit?: number | undefined;
  /** Seconds after which a call is answered 503. Default: 5. */
  readonly timeoutSeconds?: number | undefined;
  /** Origins of other sites whose pages may change something, such as https://admin.example.com. Default: none. */
  readonly allowedOrigins?: readonly string[] | undefined;
  /** Whether an error that nobody expected goes to the host's error handler (`throw`) or is a plain 500 problem. Default: throw. */
  readonly unexpectedErrors?: 'throw' | 'respond' | undefined;
  readonly logger?: Logger | undefined;
}

/** The options, checked, with their defaults filled in. */
export interface RouterSettings<Host = unknown> {
  readonly knex: Knex;
  readonly catalogue: Catalogue;
  readonly authorize: Authorize<Host>;
  readonly bodyLimit: number;
  readonly timeoutMs: number;
  readonly allowedOrigins: readonly string[];
  readonly unexpectedErrors: 'throw' | 'respond';
  readonly logger: Logger;
  /** What the role of the knex may do, looked at once. */
  readonly privileges: ApiPrivileges;
  /** Options of the library's calls. */
  readonly stores: {
    readonly names: NamesInput | undefined;
    readonly ledgerColumns: LedgerColumns | undefined;
    readonly logger: Logger;
    readonly catalogue: Catalogue;
    readonly defaultTimezone: string;
  };
}

type Check = (value: unknown) => boolean;

const isPositive: Check = (value) => typeof value === 'number' && Number.isFinite(value) && value > 0;
const isOrigin: Check = (value) => typeof value === 'string' && /^[a-z][a-z0-9+.-]*:\/\/[^/]+$/i.test(value);

const CHECKS: Readonly<Record<keyof ScheduleRouterOptions<unknown>, readonly [Check, string]>> = {
  knex: [(value) => typeof value === 'function' && 'raw' in value, "the host's knex instance is needed"],
  catalogue: [
    (value) => typeof value === 'object' && value !== null && 'workers' in value,
    'the answer of defineCatalogue is needed',
  ],
  authorize: [
    (value) => typeof value === 'function',
    'a function is needed that decides who may call; return a principal { id, name } to let everyone in',
  ],
  names: [(value) => value === undefined || (typeof value === 'object' && value !== null), 'an object is needed'],
  ledgerColumns: [(value) => value === undefined || typeof value === 'function', 'a function is needed'],
  defaultTimezone: [(value) => value === undefined || typeof value === 'string', 'the name of an IANA zone is needed'],
  bodyLimit: [(value) => value === undefined || isPositive(value), 'a number of bytes above 0 is needed'],
  timeoutSeconds: [(value) => value === undefined || isPositive(value), 'a number of seconds above 0 is needed'],
  allowedOrigins: [
    (value) => value === undefined || (Array.isArray(value) && value.every(isOrigin)),
    'a list of origins such as https://admin.example.com is needed',
  ],
  unexpectedErrors: [
    (value) => [undefined, 'throw', 'respond'].includes(value as string),
    "'throw' or 'respond' is needed",
  ],
  logger: [(value) => value === undefined || (typeof value === 'object' && value !== null), 'a logger is needed'],
};

/** The error `invalid_options`, with one sentence per option. */
export function invalidOptions(faults: readonly (readonly [option: string, message: string])[]): WorkerSchedulesError {
  const fields = faults.map(([path, message]) => ({ path, code: 'invalid_options', message: `${path}: ${message}.` }));
  const message = `The options of scheduleRouter are not valid. ${fields.map((field) => field.message).join(' ')}`;
  return new WorkerSchedulesError('invalid_options', message, { fields });
}

function optionFaults(options: Readonly<Record<string, unknown>>): (readonly [string, string])[] {
  const known = Object.entries(CHECKS);
  return [
    ...Object.keys(options)
      .filter((option) => !Object.hasOwn(CHECKS, option))
      .map((option) => [option, 'there is no such option'] as const),
    ...known
      .filter(([option, [check]]) => !check(options[option]))
      .map(([option, [, need]]) => [option, need] as const),
  ];
}

function zoneOf(name: string | undefined): string {
  try {
    return checkTimezone(name ?? 'UTC');
  } catch (error) {
    if (hasCode(error, 'invalid_timezone')) throw invalidOptions([['defaultTimezone', error.message]]);
    throw error;
  }
}

/** Checks the options and freezes them. Throws `invalid_options`, naming every fault and every unknown option. */
export function readRouterOptions<Host>(options: ScheduleRouterOptions<Host>): RouterSettings<Host> {
  const faults = optionFaults({ ...options });
  if (faults.length > 0) throw invalidOptions(faults);
  const resolved = resolveNames(options.names);
  const { knex, catalogue, authorize, names, ledgerColumns, logger = silentLogger } = options;
  return Object.freeze({
    knex,
    catalogue,
    authorize,
    bodyLimit: options.bodyLimit ?? 100 * 1024,
    timeoutMs: (options.timeoutSeconds ?? 5) * 1000,
    allowedOrigins: Object.freeze([...(options.allowedOrigins ?? [])]),
    unexpectedErrors: options.unexpectedErrors ?? 'throw',
    logger,
    privileges: new ApiPrivileges(knex, resolved),
    stores: Object.freeze({
      names,
      ledgerColumns,
      logger,
      catalogue,
      defaultTimezone: zoneOf(options.defaultTimezone),
    }),
  });
}
