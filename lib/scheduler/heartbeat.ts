import { zoneDataVersion } from '../calendar/zone-data-version.ts';
import { isLockConflict } from '../database/postgres-errors.ts';
import { pruneFires } from '../schedules/prune-fires.ts';
import { writeLeaderError, writeLeaderReport } from '../schedules/scheduler-state.ts';
import type { Leading } from './leading.ts';

/** Least time between two writes of an unchanged state row (ms). */
const QUIET_MS = 900;
const PRUNE_LIMIT = 500;
/** How long an idle tick may go on pruning (ms), as long as each step finds something. */
const PRUNE_MS = 25;

/** The leader's sign of life in the state row, and the pruning of old fires that it does when it has nothing else to do. */
export class Heartbeat {
  readonly #leading: Leading;
  #writtenAt = -Infinity;
  #written = '';
  #lastError: string | null = null;
  #pruneAfter = '';

  constructor(leading: Leading) {
    this.#leading = leading;
  }

  /** Shows an error that kept the leader from ticking; when even that cannot be written, with the next beat. */
  async failed(message: string): Promise<void> {
    const { session, settings } = this.#leading;
    const report = { leader: settings.name, backendPid: session.backendPid, error: message };
    try {
      await session.write((trx) => writeLeaderError(trx, settings.names, report));
    } catch (error) {
      this.#lastError = message;
      settings.logger.debug('The error of a tick could not be written into the state row', { error });
    }
  }

  /** Writes the state row, at most about once a second unless what it says has changed. */
  async beat(): Promise<void> {
    const { session, settings, holdback } = this.#leading;
    const { deferred, faulty } = holdback.report();
    const said = JSON.stringify([this.#lastError, deferred.map(nameOf), faulty.map(nameOf)]);
    if (said === this.#written && performance.now() - this.#writtenAt < QUIET_MS) return;
    await session.write((trx) =>
      writeLeaderReport(trx, settings.names, {
        leader: settings.name,
        backendPid: session.backendPid,
        zoneDataVersion: zoneDataVersion(),
        lastError: this.#lastError,
        deferred,
        faulty,
      }),
    );
    this.#lastError = null;
    this.#written = JSON.stringify([null, deferred.map(nameOf), faulty.map(nameOf)]);
    this.#writtenAt = performance.now();
  }

  /**
   * Prunes the oldest fires of the next workers, in bounded steps: one where nothing is old, and as many as there is time for
   * where something is. It gives way to a host that has them in its hands.
   */
  async prune(): Promise<void> {
    const until = performance.now() + PRUNE_MS;
    try {
      while ((await this.#pruneNext()) > 0 && performance.now() < until);
    } catch (error) {
      if (!isLockConflict(error)) throw error;
      this.#leading.settings.logger.debug('Old fires are in use by another transaction and stay for now', { error });
    }
  }

  /** Returns how many went. */
  async #pruneNext(): Promise<number> {
    const { session, settings } = this.#leading;
    const step = { afterWorker: this.#pruneAfter, days: settings.keepFiresDays, limit: PRUNE_LIMIT };
    const seen = await session.write((trx) => pruneFires(trx, settings.names, step));
    const deleted = seen?.deleted ?? 0;
    if (deleted < PRUNE_LIMIT) this.#pruneAfter = seen?.workerName ?? '';
    return deleted;
  }
}

function nameOf({ workerName, reason }: { readonly workerName: string; readonly reason: string }): string {
  return `${workerName}: ${reason}`;
}
