import type { Knex } from 'knex';
import { type Names, type NamesInput, resolveNames } from '../lib/database/names.ts';
import { WorkerSchedulesError } from '../lib/errors.ts';
import { type Logger, silentLogger } from '../lib/logger.ts';

/** Options of the migrations. */
export interface MigrateOptions {
  /** How this package's tables are named; the same object goes to the router, the scheduler and the runner. */
  readonly names?: NamesInput | undefined;
  /** A direct address for the migrating session when the host's own goes through a pooler, as knex takes it. */
  readonly connection?: Knex.Config['connection'] | undefined;
  /** Seconds to go on trying for a table that transactions of the host keep in use, 1 to 86400. Default: 600. */
  readonly patienceSeconds?: number | undefined;
  /** Default: silent. */
  readonly logger?: Logger | undefined;
}

/** Options with their defaults. */
export interface MigrateSettings {
  readonly names: Names;
  readonly connection: Knex.Config['connection'] | undefined;
  readonly patience: { readonly seconds: number; readonly logger: Logger };
}

const MOST_SECONDS = 86_400;
const KNOWN = ['names', 'connection', 'patienceSeconds', 'logger'];

function optionFaults(options: MigrateOptions): (readonly [string, string])[] {
  const { patienceSeconds: seconds } = options;
  const unknown = Object.keys(options).filter((option) => !KNOWN.includes(option));
  const isRange = seconds === undefined || (typeof seconds === 'number' && seconds >= 1 && seconds <= MOST_SECONDS);
  return [
    ...unknown.map((option) => [option, `There is no option ${option}.`] as const),
    ...(isRange ? [] : [['patienceSeconds', `patienceSeconds must be a number from 1 to ${MOST_SECONDS}.`] as const]),
  ];
}

/** Checks the options and fills in the defaults. Throws `invalid_options`. */
export function readMigrateOptions(options: MigrateOptions): MigrateSettings {
  const faults = optionFaults(options);
  if (faults.length > 0) {
    const fields = faults.map(([path, message]) => ({ path, code: 'invalid_options', message }));
    const message = `The options of the migrations are not valid. ${faults.map(([, sentence]) => sentence).join(' ')}`;
    throw new WorkerSchedulesError('invalid_options', message, { fields });
  }
  return Object.freeze({
    names: resolveNames(options.names),
    connection: options.connection,
    patience: { seconds: options.patienceSeconds ?? 600, logger: options.logger ?? silentLogger },
  });
}
