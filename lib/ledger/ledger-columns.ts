import { storageFaults } from '../catalogue/storable-json.ts';
import { type HostColumns, NO_HOST_COLUMNS } from '../database/host-columns.ts';
import { identifierFault } from '../database/identifiers.ts';
import type { Names } from '../database/names.ts';
import { messageOf, WorkerSchedulesError } from '../errors.ts';
import type { Run } from './run.ts';

/**
 * A run as it is about to be written: QUEUED when it is asked for, without an id and a moment yet, or in the state in which
 * it ends.
 */
export interface LedgerRun extends Omit<Run, 'id' | 'queuedAt'> {
  readonly id: string | null;
  readonly queuedAt: Date | null;
}

/**
 * A host's hook that fills columns of its own in the ledger: the answer's members are their names, its values JSON. Called
 * when a run is asked for and when it ends, never inside a transaction of ours.
 */
export type LedgerColumns = (
  run: LedgerRun,
) => Readonly<Record<string, unknown>> | undefined | Promise<Readonly<Record<string, unknown>> | undefined>;

function refuse(message: string): never {
  throw new TypeError(message);
}

function checkColumn(column: string, names: Names): void {
  const fault = identifierFault(column);
  if (fault !== undefined) refuse(`the name of a column ${fault}`);
  if (Object.values(names.plain.run).includes(column)) refuse(`${column} is a column that this package fills itself`);
}

function toHostColumns(answer: unknown, names: Names): HostColumns {
  if (answer === undefined || answer === null) return NO_HOST_COLUMNS;
  if (typeof answer !== 'object' || Array.isArray(answer)) refuse('an object of columns was expected');
  const given = Object.entries(answer as Record<string, unknown>).filter(([, value]) => value !== undefined);
  for (const [column, value] of given) {
    checkColumn(column, names);
    if (typeof value === 'number' && !Number.isFinite(value)) refuse(`${column} is not a finite number`);
  }
  const json = JSON.stringify(Object.fromEntries(given));
  const [fault] = storageFaults(JSON.parse(json), 'ledgerColumns');
  if (fault !== undefined) refuse(fault.message);
  return { columns: given.map(([column]) => column).sort(), json };
}

/** Asks the hook about a run and checks its answer. Throws `config_failed`, as a failing `resolveConfig` does. */
export async function hostColumnsOf(
  hook: LedgerColumns | undefined,
  names: Names,
  run: () => LedgerRun,
): Promise<HostColumns> {
  if (hook === undefined) return NO_HOST_COLUMNS;
  try {
    return toHostColumns(await hook(run()), names);
  } catch (error) {
    throw new WorkerSchedulesError('config_failed', `ConfigError: ledgerColumns: ${messageOf(error)}`, {
      cause: error,
    });
  }
}
