import type { Knex } from 'knex';
import { Scheduler } from './scheduler.ts';
import type { SchedulerEvents, SchedulerStatus } from './scheduler-events.ts';
import { parseSchedulerOptions, type SchedulerOptions } from './scheduler-options.ts';

/** A scheduler that was started. */
export interface SchedulerHandle {
  /** What it is doing now. */
  readonly state: SchedulerStatus;
  /** Ends it in order; may be called any number of times. Nothing of the host's is closed. */
  stop(): Promise<void>;
  /** Calls `listener` for each event of this name; the answer stops it. */
  on<Name extends keyof SchedulerEvents>(name: Name, listener: (payload: SchedulerEvents[Name]) => void): () => void;
}

/**
 * Starts the scheduler of this install in this process: it leads, or stands by until the leader is gone. Resolves when it
 * does one or the other. Losing the database later is survived; what is wrong at the start is thrown: `invalid_options`,
 * `database_unavailable`, `database_in_recovery`, `connection_pooled`, `schema_missing`, `privilege_missing`.
 */
export async function startScheduler(knex: Knex, options: SchedulerOptions = {}): Promise<SchedulerHandle> {
  const scheduler = new Scheduler(knex, parseSchedulerOptions(options));
  await scheduler.start();
  return {
    get state() {
      return scheduler.status;
    },
    stop: () => scheduler.stop(),
    on: (name, listener) => scheduler.events.on(name, listener),
  };
}
