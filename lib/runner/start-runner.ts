import { hostname } from 'node:os';
import type { Knex } from 'knex';
import type { Schemas } from '../catalogue/define-catalogue.ts';
import { checkPrivileges } from '../database/check-privileges.ts';
import { checkSchema } from '../database/check-schema.ts';
import { nameStatements } from '../database/named-database.ts';
import { resolveNames } from '../database/names.ts';
import { EventHub } from '../events.ts';
import { announceRunner, removeExpiredRunners, withdrawRunner } from '../ledger/announce-runner.ts';
import { Announcer, ANNOUNCEMENT_SECONDS } from './announcer.ts';
import { LiveRunner, type RunnerState } from './live-runner.ts';
import type { RunnerEvents } from './runner-events.ts';
import { parseRunnerOptions, type RunnerOptions, type RunnerSettings } from './runner-options.ts';
import { WakeListener } from './wake-listener.ts';

/** A runner that was started. */
export interface Runner {
  readonly state: RunnerState;
  readonly runnerId: string;
  /**
   * Claims nothing more, lets running work go on for `graceSeconds`, then aborts it and reports it INTERRUPTED. Resolves
   * at most about 6 s after the grace period, with nothing of ours left behind; the knex stays open. Any number of calls.
   */
  stop(): Promise<void>;
  /** Calls `listener` for each event of this name; the answer stops it. */
  on<Name extends keyof RunnerEvents>(name: Name, listener: (payload: RunnerEvents[Name]) => void): () => void;
}

/**
 * Starts a runner: it claims runs of the given workers, executes them by their adapters and reports how they ended. It
 * outlives any absence of the database once it has started. Throws `invalid_options`, `schema_missing`,
 * `privilege_missing`, or the database's error when it cannot be reached for the first look.
 */
export async function startRunner<S extends Schemas>(knex: Knex, options: RunnerOptions<S>): Promise<Runner> {
  const settings = parseRunnerOptions(options);
  const names = resolveNames(settings.names);
  await checkSchema(knex, names, 'runner');
  await checkPrivileges(knex, names, 'runner');
  // Before the announcer starts: whatever is thrown here leaves nothing behind.
  const database = await nameStatements(knex);
  const events = new EventHub<RunnerEvents>(settings.logger);
  const announcer = makeAnnouncer(knex, settings);
  await announcer.start();
  const runner = new LiveRunner(database, settings, events);
  const listener = settings.listen ? makeListener(knex, settings, () => runner.wake()) : undefined;
  listener?.start();
  runner.start(async () => {
    await Promise.all([announcer.stop(), listener?.stop()]);
  });
  return {
    get state() {
      return runner.state;
    },
    runnerId: settings.runnerId,
    stop: () => runner.stop(),
    on: (name, listen) => events.on(name, listen),
  };
}

function makeAnnouncer(knex: Knex, settings: RunnerSettings): Announcer {
  const { adapters, names, runnerId, logger } = settings;
  const identity = { runnerId, host: hostname(), pid: process.pid };
  const announcement = { ...identity, workerNames: [...adapters.keys()], aliveSeconds: ANNOUNCEMENT_SECONDS };
  return new Announcer({
    announce: async () => {
      await announceRunner(knex, announcement, { names });
      await removeExpiredRunners(knex, { names });
    },
    withdraw: () => withdrawRunner(knex, identity, { names }),
    logger,
  });
}

function makeListener(knex: Knex, settings: RunnerSettings, onWake: () => void): WakeListener {
  const { connection, logger, names } = settings;
  return new WakeListener({ knex, channel: resolveNames(names).channels.runner, connection, onWake, logger });
}
