import type { LastRuns } from '../../lib/ledger/list-last-runs.ts';
import type { Run } from '../../lib/ledger/run.ts';
import type { Schedule } from '../../lib/schedules/schedule.ts';
import type { Locale } from './cron-words.ts';
import { presentRun } from './present-run.ts';
import { presentAgenda } from './present-schedule.ts';

/** What the host's counter said, or why it said nothing. */
export interface CountedUnits {
  readonly pending: number | null;
  readonly processed: number | null;
  readonly error: string | null;
}

export interface WorkerView {
  readonly name: string;
  /** Undefined for a worker that the catalogue no longer names. */
  readonly label: string | undefined;
  readonly schedule: Schedule | undefined;
  readonly runs: LastRuns | undefined;
  readonly units: CountedUnits;
  readonly runnerAvailable: boolean;
  readonly defaultTimezone: string;
  /** Of the description. Default: en. */
  readonly locale?: Locale | undefined;
}

function presentRunOrNull(run: Run | null | undefined): object | null {
  return run === null || run === undefined ? null : presentRun(run);
}

/** A worker as JSON. */
export function presentWorker(view: WorkerView): object {
  const { runs, schedule, units } = view;
  return {
    name: view.name,
    label: view.label ?? view.name,
    in_catalogue: view.label !== undefined,
    schedule: schedule === undefined ? null : presentAgenda(schedule, view.locale),
    active_run: presentRunOrNull(runs?.active),
    last_run: presentRunOrNull(runs?.last),
    pending: units.pending,
    processed: units.processed,
    units_error: units.error,
    runner_available: view.runnerAvailable,
    default_timezone: view.defaultTimezone,
  };
}
