import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { Knex } from 'knex';
import { type Catalogue, findWorker, type Schemas } from '../catalogue/define-catalogue.ts';
import { type NamesInput, resolveNames } from '../database/names.ts';
import { type FieldFault, WorkerSchedulesError } from '../errors.ts';
import type { LedgerColumns } from '../ledger/ledger-columns.ts';
import { type Logger, silentLogger } from '../logger.ts';
import type { AdaptersOf, WorkerAdapter } from './worker-adapter.ts';

/** Options of startRunner. */
export interface RunnerOptions<S extends Schemas = Schemas> {
  readonly catalogue: Catalogue<S>;
  /** An adapter for each worker that this process serves: all of the catalogue's or some. */
  readonly workers: AdaptersOf<S>;
  /** The same object as for migrations, router and scheduler. */
  readonly names?: NamesInput | undefined;
  /** Runs at the same time in this process, 1 to 100. Each may use two connections of the pool. Default: 1. */
  readonly concurrency?: number | undefined;
  /** Seconds that a claim holds unless renewed, 1 to 2592000 (30 days). Default: 30. */
  readonly leaseSeconds?: number | undefined;
  /** Seconds between two looks for work when nothing wakes the runner, 0.1 to 60. Default: 1. */
  readonly pollSeconds?: number | undefined;
  /** Seconds that running work may go on after stop(), 0 to 3600. Default: 10. */
  readonly graceSeconds?: number | undefined;
  /** Default: silent. */
  readonly logger?: Logger | undefined;
  /** Shown in the ledger, 1 to 255 characters; must be unique. Default: host name, process id and a random part. */
  readonly runnerId?: string | undefined;
  /** An address of its own for the session that listens for wake-ups, as knex takes it. Default: the knex's own. */
  readonly connection?: Knex.Config['connection'] | undefined;
  /** Fills columns of the host's own in the ledger when a run ends. */
  readonly ledgerColumns?: LedgerColumns | undefined;
  /** Whether to hold a session that hears of new runs at once; without it they are found by polling. Default: true. */
  readonly listen?: boolean | undefined;
}

/** Options as the runner uses them: checked, complete and frozen. */
export interface RunnerSettings {
  readonly adapters: ReadonlyMap<string, WorkerAdapter>;
  readonly names: NamesInput | undefined;
  readonly concurrency: number;
  readonly leaseSeconds: number;
  readonly pollSeconds: number;
  readonly graceSeconds: number;
  readonly logger: Logger;
  readonly runnerId: string;
  readonly connection: Knex.Config['connection'] | undefined;
  readonly ledgerColumns: LedgerColumns | undefined;
  readonly listen: boolean;
}

const OPTION_NAMES = new Set([
  ...['catalogue', 'workers', 'names', 'concurrency', 'leaseSeconds', 'pollSeconds', 'graceSeconds', 'logger'],
  ...['runnerId', 'connection', 'listen', 'ledgerColumns'],
]);

const RANGES = {
  concurrency: [1, 100],
  leaseSeconds: [1, 2_592_000],
  pollSeconds: [0.1, 60],
  graceSeconds: [0, 3600],
} as const;

const MAX_ID_CHARACTERS = 255;

type Given = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is Given {
  return typeof value === 'object' && value !== null;
}

function unknownFaults(given: Given): FieldFault[] {
  const unknown = Object.keys(given).filter((name) => !OPTION_NAMES.has(name));
  return unknown.map((path) => ({ path, code: 'unknown_option', message: `There is no option ${path}.` }));
}

function rangeFaults(given: Given): FieldFault[] {
  return Object.entries(RANGES).flatMap(([path, [least, most]]) => {
    const value = given[path];
    const whole = path !== 'concurrency' || Number.isInteger(value);
    if (value === undefined || (typeof value === 'number' && whole && value >= least && value <= most)) return [];
    const kind = path === 'concurrency' ? 'a whole number' : 'a number';
    return [{ path, code: 'out_of_range', message: `${path} must be ${kind} from ${least} to ${most}.` }];
  });
}

function workerFaults({ catalogue, workers }: Given): FieldFault[] {
  if (!isObject(catalogue) || !isObject(catalogue['workers'])) {
    return [{ path: 'catalogue', code: 'invalid_type', message: 'catalogue must be what defineCatalogue returns.' }];
  }
  if (!isObject(workers) || Object.keys(workers).length === 0) {
    return [{ path: 'workers', code: 'invalid_type', message: 'workers must hold at least one adapter.' }];
  }
  return Object.entries(workers).flatMap(([name, adapter]) => {
    const path = `workers.${name}`;
    if (findWorker(catalogue as unknown as Catalogue, name) === undefined) {
      return [{ path, code: 'unknown_worker', message: `The catalogue has no worker ${JSON.stringify(name)}.` }];
    }
    if (isObject(adapter) && typeof adapter['run'] === 'function') return [];
    return [{ path, code: 'invalid_type', message: `${path} must have a method run(run, context).` }];
  });
}

function otherFaults({ runnerId, listen, logger, ledgerColumns }: Given): FieldFault[] {
  const faults: FieldFault[] = [];
  if (ledgerColumns !== undefined && typeof ledgerColumns !== 'function') {
    faults.push({ path: 'ledgerColumns', code: 'invalid_type', message: 'ledgerColumns must be a function.' });
  }
  const isId = typeof runnerId === 'string' && runnerId !== '' && runnerId.length <= MAX_ID_CHARACTERS;
  if (runnerId !== undefined && !(isId && !runnerId.includes('\0') && runnerId.isWellFormed())) {
    faults.push({ path: 'runnerId', code: 'invalid_type', message: 'runnerId must be a text of 1 to 255 characters.' });
  }
  if (listen !== undefined && typeof listen !== 'boolean') {
    faults.push({ path: 'listen', code: 'invalid_type', message: 'listen must be true or false.' });
  }
  const levels = ['debug', 'info', 'warn', 'error'];
  if (logger !== undefined && !(isObject(logger) && levels.every((level) => typeof logger[level] === 'function'))) {
    faults.push({
      path: 'logger',
      code: 'invalid_type',
      message: `logger must have the methods ${levels.join(', ')}.`,
    });
  }
  return faults;
}

/** Checks the options of a runner and fills in the defaults. Throws `invalid_options` with every fault in `fields`. */
export function parseRunnerOptions<S extends Schemas>(options: RunnerOptions<S>): RunnerSettings {
  const given: Given = isObject(options) ? options : {};
  const fields = [...unknownFaults(given), ...workerFaults(given), ...rangeFaults(given), ...otherFaults(given)];
  if (fields.length > 0) {
    const sentences = fields.map((field) => field.message).join(' ');
    throw new WorkerSchedulesError('invalid_options', `The runner cannot start: ${sentences}`, { fields });
  }
  resolveNames(options.names);
  return Object.freeze({
    adapters: new Map(Object.entries<unknown>(options.workers)) as ReadonlyMap<string, WorkerAdapter>,
    names: options.names,
    concurrency: options.concurrency ?? 1,
    leaseSeconds: options.leaseSeconds ?? 30,
    pollSeconds: options.pollSeconds ?? 1,
    graceSeconds: options.graceSeconds ?? 10,
    logger: options.logger ?? silentLogger,
    runnerId: options.runnerId ?? `${hostname()}:${process.pid}:${randomUUID().slice(0, 8)}`,
    connection: options.connection,
    ledgerColumns: options.ledgerColumns,
    listen: options.listen ?? true,
  });
}
