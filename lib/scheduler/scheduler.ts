import type { Knex } from 'knex';
import { checkPrivileges } from '../database/check-privileges.ts';
import { checkLedgerTakes, checkSchema, type LedgerUse } from '../database/check-schema.ts';
import { type LeaderSession, openLeaderSession } from '../database/leader-session.ts';
import { databaseMessage } from '../database/postgres-errors.ts';
import { EventHub } from '../events.ts';
import { lead } from './lead.ts';
import { createLeading, type Leading } from './leading.ts';
import type { SchedulerEvents, SchedulerStatus } from './scheduler-events.ts';
import type { SchedulerSettings } from './scheduler-options.ts';
import { Wake } from './wake.ts';

const FIRST_BACKOFF_MS = 100;
const LONGEST_BACKOFF_MS = 1000;
/** A session that served this long begins its back-off anew. */
const STEADY_MS = 5000;
/** A stop waits this long for the tick under way before it cuts the session. */
const STOP_LIMIT_MS = 4000;

/** One scheduler: stands for leadership, leads, and stands again after every loss of the database. */
export class Scheduler {
  readonly events: EventHub<SchedulerEvents>;
  readonly #host: Knex;
  readonly #settings: SchedulerSettings;
  readonly #wake = new Wake();
  readonly #stopping = new AbortController();
  #status: SchedulerStatus = 'starting';
  #session: LeaderSession | undefined;
  #running: Promise<void> = Promise.resolve();
  #stopped: Promise<void> | undefined;

  constructor(host: Knex, settings: SchedulerSettings) {
    this.#host = host;
    this.#settings = settings;
    this.events = new EventHub<SchedulerEvents>(settings.logger);
  }

  get status(): SchedulerStatus {
    return this.#status;
  }

  /** Opens the first session and stands once; what is wrong then is thrown to the caller. Later losses are survived. */
  async start(): Promise<void> {
    const session = await this.#open();
    const leads = await session.tryToLead();
    this.#enter(leads ? 'leading' : 'standby');
    this.#running = this.#run(session, leads);
  }

  /** Ends in order, once: the tick under way commits or rolls back, the lock is released last. */
  stop(): Promise<void> {
    this.#stopped ??= this.#stop();
    return this.#stopped;
  }

  async #stop(): Promise<void> {
    this.#stopping.abort();
    this.#wake.wake();
    const cut = setTimeout(() => this.#session?.destroy('stop() waited long enough'), STOP_LIMIT_MS);
    await this.#running;
    clearTimeout(cut);
    this.#enter('stopped');
    this.events.emit('stopped', { name: this.#settings.name });
  }

  async #open(): Promise<LeaderSession> {
    const { names, name, connection, takeover } = this.#settings;
    const session = await openLeaderSession(this.#host, { names, name, connection, takeover });
    this.#session = session;
    try {
      await session.read((database) => checkSchema(database, names, 'scheduler'));
      await session.read((database) => checkPrivileges(database, names, 'scheduler'));
      await session.read((database) => checkLedgerTakes(database, names, this.#ledgerUse()));
      return session;
    } catch (error) {
      await session.close();
      throw error;
    }
  }

  #ledgerUse(): LedgerUse {
    const { catalogue, ledgerColumns } = this.#settings;
    return { workerNames: Object.keys(catalogue?.workers ?? {}), fillsOursOnly: ledgerColumns === undefined };
  }

  async #run(first: LeaderSession, firstLeads: boolean): Promise<void> {
    let backoffMs = FIRST_BACKOFF_MS;
    let next: { readonly session: LeaderSession; readonly leads: boolean } | undefined = {
      session: first,
      leads: firstLeads,
    };
    do {
      const since = performance.now();
      const lost = await this.#serveOnce(next);
      next = undefined;
      if (lost && !this.#stopping.signal.aborted) await this.#wake.sleep(0, backoffMs);
      const steady = performance.now() - since > STEADY_MS;
      backoffMs = steady ? FIRST_BACKOFF_MS : Math.min(backoffMs * 2, LONGEST_BACKOFF_MS);
    } while (!this.#stopping.signal.aborted);
  }

  /** Serves one session to its end and closes it before anything else: a lock must not stay with one that does not lead. */
  async #serveOnce(given: { readonly session: LeaderSession; readonly leads: boolean } | undefined): Promise<boolean> {
    let session = given?.session;
    let failure: { readonly error: unknown } | undefined;
    try {
      session ??= await this.#open();
      await this.#serve(session, given?.leads ?? false);
    } catch (error) {
      failure = { error };
    }
    await session?.close();
    if (failure !== undefined) this.#lose(failure.error);
    return failure !== undefined;
  }

  async #serve(session: LeaderSession, alreadyLeads: boolean): Promise<void> {
    let leads = alreadyLeads || (await session.tryToLead());
    if (!leads) this.#enter('standby');
    while (!leads && !this.#stopping.signal.aborted) leads = await session.waitToLead();
    if (!leads || this.#stopping.signal.aborted) return;
    this.#enter('leading');
    await lead(this.#leading(session), this.#wake, this.#stopping.signal);
  }

  #leading(session: LeaderSession): Leading {
    const given = { session, settings: this.#settings, events: this.events };
    return createLeading(given, { clock: () => performance.now(), onSettled: this.#wake.wake });
  }

  #lose(error: unknown): void {
    const led = this.#status === 'leading';
    const news = this.#status !== 'reconnecting';
    this.#enter('reconnecting');
    const reason = databaseMessage(error);
    if (led) this.events.emit('leadership-lost', { reason });
    else this.events.emit('error', { error, during: 'standing for leadership' });
    if (news) this.#settings.logger.warn('The scheduler lost its session and stands again', { reason });
  }

  #enter(status: SchedulerStatus): void {
    if (this.#status === status) return;
    this.#status = status;
    this.events.emit('status', { status });
    const { name, logger } = this.#settings;
    logger.info(`Scheduler ${name} is ${status}`);
    if (status === 'leading') this.events.emit('leading', { name, backendPid: this.#session?.backendPid ?? 0 });
    if (status === 'standby') this.events.emit('standby', { name });
  }
}
