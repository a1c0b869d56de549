import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import { hasCode, WorkerSchedulesError } from '../errors.ts';
import { type HeldSession, openHeldSession } from './held-session.ts';
import { quote } from './identifiers.ts';
import { keepMemory } from './keep-memory.ts';
import { LEADER_SETTINGS } from './leader-settings.ts';
import type { Names } from './names.ts';
import { execute, type Queryable, readRow } from './read-rows.ts';
import { sessionLimits, type Takeover } from './session-limits.ts';

/** One wait of a standby; bounded, so that it pins no old snapshot, and below deadlock_timeout, so that nothing is logged. */
const STANDBY_WAIT = '800ms';

export interface LeaderSessionOptions {
  readonly names: Names;
  /** Who this scheduler is, for pg_stat_activity. */
  readonly name: string;
  readonly connection?: Knex.Config['connection'] | undefined;
  /** How soon the session is given up when one of its ends is gone or stands still. Default: default. */
  readonly takeover?: Takeover | undefined;
}

/** The session that stands for leadership, and on which every write of the leader runs. */
export interface LeaderSession {
  readonly backendPid: number;
  readonly lost: AbortSignal;
  /** Takes the lock if nobody has it. */
  tryToLead(): Promise<boolean>;
  /** Waits in the database, at most 800 ms, until the lock is free. */
  waitToLead(): Promise<boolean>;
  /** A statement that only reads. */
  read<T>(work: (database: Queryable) => Promise<T>): Promise<T>;
  /** A transaction that can only commit while this session leads; `now` is its instant. Throws `leadership_lost`. */
  write<T>(work: (trx: Queryable, now: Date) => Promise<T>): Promise<T>;
  listen(callback: () => void): Promise<void>;
  destroy(reason: string): void;
  /** Gives the lock back, when it is held, and ends the session. */
  close(): Promise<void>;
}

/**
 * Opens a session that may stand for leadership. Throws `database_unavailable`, `connection_pooled`, or
 * `database_in_recovery` for a standby server, where nothing can be written.
 */
export async function openLeaderSession(host: Knex, options: LeaderSessionOptions): Promise<LeaderSession> {
  const { settings, whereKnown, callMs } = sessionLimits(options.takeover ?? 'default');
  const held = await openHeldSession(host, {
    applicationName: Buffer.from(`worker-schedules scheduler ${options.name}`).subarray(0, 63).toString(),
    connection: options.connection,
    settings: { ...LEADER_SETTINGS, ...settings },
    whereKnown,
    limitMs: callMs,
  });
  try {
    const inRecovery = await held.run((database) =>
      readRow<boolean>(database, 'SELECT to_json(pg_is_in_recovery())::text AS json'),
    );
    if (inRecovery === true) {
      throw new WorkerSchedulesError(
        'database_in_recovery',
        'This PostgreSQL server is a standby (in recovery) and cannot be written; connect the scheduler to the primary.',
      );
    }
    const session = new Leader(held, options.names);
    await session.setToken();
    await held.run(keepMemory);
    return session;
  } catch (error) {
    await held.close();
    throw error;
  }
}

/** What the fence says at the beginning of each transaction. */
interface Fence {
  readonly locked: boolean;
  readonly token: string | null;
  readonly now: string;
}

class Leader implements LeaderSession {
  readonly #held: HeldSession;
  readonly #names: Names;
  readonly #token = randomUUID();
  #holdsLock = false;

  constructor(held: HeldSession, names: Names) {
    this.#held = held;
    this.#names = names;
  }

  get backendPid(): number {
    return this.#held.backendPid;
  }

  get lost(): AbortSignal {
    return this.#held.lost;
  }

  async setToken(): Promise<void> {
    await this.#held.run((db) => execute(db, `SELECT set_config('worker_schedules.session', ?, false)`, [this.#token]));
  }

  async tryToLead(): Promise<boolean> {
    const taken = await this.#held.run((database) =>
      readRow<boolean>(database, 'SELECT to_json(pg_try_advisory_lock(?::int, ?::int))::text AS json', [
        ...this.#names.lockKey,
      ]),
    );
    this.#holdsLock = taken === true;
    return this.#holdsLock;
  }

  async waitToLead(): Promise<boolean> {
    const [group, install] = this.#names.lockKey;
    await this.#held.run((database) =>
      execute(
        database,
        `DO $$ BEGIN
           PERFORM set_config('lock_timeout', '${STANDBY_WAIT}', true);
           PERFORM pg_advisory_lock(${group}, ${install});
           PERFORM set_config('worker_schedules.leads', 'yes', false);
         EXCEPTION WHEN lock_not_available THEN NULL; END $$`,
      ),
    );
    const leads = await this.#held.run((database) =>
      readRow<string | null>(
        database,
        `SELECT coalesce(to_json(current_setting('worker_schedules.leads', true)), 'null')::text AS json`,
      ),
    );
    this.#holdsLock = leads === 'yes';
    return this.#holdsLock;
  }

  async read<T>(work: (database: Queryable) => Promise<T>): Promise<T> {
    return await this.#held.run(work);
  }

  async write<T>(work: (trx: Queryable, now: Date) => Promise<T>): Promise<T> {
    try {
      return await this.#held.transaction(
        async (trx, fence?: Fence) => await work(trx, this.#passFence(fence)),
        this.#fence(),
      );
    } catch (error) {
      if (hasCode(error, 'leadership_lost')) this.destroy('the fence found another session');
      throw error;
    }
  }

  async listen(callback: () => void): Promise<void> {
    this.#held.onNotification(callback);
    await this.#held.run((database) => execute(database, `LISTEN ${quote(this.#names.channels.scheduler)}`));
  }

  destroy(reason: string): void {
    this.#held.destroy(reason);
  }

  async close(): Promise<void> {
    if (this.#holdsLock && !this.lost.aborted) await this.#unlock();
    await this.#held.close();
  }

  /** Re-entrant for the session that holds the lock, false for every other; the token tells one backend from the next. */
  #fence(): string {
    const key = this.#names.lockKey.map((part) => `(${part})::int`).join(', ');
    return `SELECT json_build_object('locked', pg_try_advisory_xact_lock(${key}),
      'token', current_setting('worker_schedules.session', true), 'now', now())::text AS json`;
  }

  /** The instant of the transaction. */
  #passFence(fence: Fence | undefined): Date {
    if (fence?.locked === true && fence.token === this.#token && this.#holdsLock) return new Date(fence.now);
    throw new WorkerSchedulesError(
      'leadership_lost',
      'This session does not hold the lock of the leader; nothing was written.',
    );
  }

  /** A lock that cannot be given back in order goes with its session. */
  async #unlock(): Promise<void> {
    this.#holdsLock = false;
    const unlocked = await this.#held
      .run((database) =>
        readRow<boolean>(database, 'SELECT to_json(pg_advisory_unlock(?::int, ?::int))::text AS json', [
          ...this.#names.lockKey,
        ]),
      )
      .catch(() => false);
    if (unlocked !== true) this.destroy('the lock could not be given back');
  }
}
