import knexPackage, { type Knex } from 'knex';
import { hasCode, WorkerSchedulesError } from '../errors.ts';
import { configureSession, type SessionConfiguration } from './configure-session.ts';
import { OneConnection } from './one-connection.ts';
import { type KnexClient, type PostgresClient, readBackendPid } from './postgres-client.ts';
import type { Queryable } from './read-rows.ts';

export interface SessionOptions extends SessionConfiguration {
  /** An address of its own for this session, in any form that knex takes as `connection`. Default: the host's. */
  readonly connection?: Knex.Config['connection'] | undefined;
  /** Longest time that one transaction or query may take before the session is given up, in milliseconds. Default: none. */
  readonly limitMs?: number;
}

/** One connection to the database, acquired once and held until it is closed or lost; never silently another one. */
export interface HeldSession {
  /** Process id of the backend as the server announced it when the connection started up. */
  readonly backendPid: number;
  /** Aborted, with the reason, when the connection is gone for whatever cause. */
  readonly lost: AbortSignal;
  /** Runs a statement outside a transaction. */
  run<T>(work: (database: Queryable) => Promise<T>): Promise<T>;
  /** Runs a transaction on this very connection; `opening` is a SELECT of one JSON value that goes out with its BEGIN. */
  transaction<T, Opened>(
    work: (trx: Queryable, opened: Opened | undefined) => Promise<T>,
    opening?: string,
  ): Promise<T>;
  /** Calls back for each NOTIFY on a channel that this session listens to. */
  onNotification(callback: (channel: string) => void): void;
  /** Cuts the connection without a word to the server; whatever ran on it fails. */
  destroy(reason: string): void;
  /** Ends the connection in order; cuts it when the server does not answer. */
  close(): Promise<void>;
}

interface OwnClient extends KnexClient {
  readonly config: Knex.Config;
}

/** knex would print each failed connection; whoever asked for the session says it once. */
const nothing = (): void => undefined;

/** A pool of one that does nothing on its own, with the host's hook for new connections. */
function privateConfig(host: Knex, options: SessionOptions): Knex.Config {
  const { config } = host.client as OwnClient;
  const pool: Knex.PoolConfig | undefined = config.pool;
  const afterCreate = pool?.afterCreate;
  return {
    ...config,
    ...(options.connection === undefined ? {} : { connection: options.connection }),
    pool: { min: 0, max: 1, ...(afterCreate === undefined ? {} : { afterCreate }) },
    acquireConnectionTimeout: 4000,
    log: { debug: nothing, warn: nothing, error: nothing, deprecate: nothing },
  };
}

/**
 * Opens a session made from the host's own settings. A new private knex per session: a pool would replace a broken
 * connection by itself, and statements would go on without what the old one held.
 * Throws `database_unavailable`, or `connection_pooled` when a pooler stands between.
 */
export async function openHeldSession(host: Knex, options: SessionOptions): Promise<HeldSession> {
  const own = knexPackage.knex(privateConfig(host, options));
  const session = await connect(own, options.limitMs);
  try {
    await session.run((database) => refusePooler(database, session.backendPid));
    await session.run((database) => configureSession(database, options));
    return session;
  } catch (error) {
    // Closing gives the connection back first: a pool waits for what was taken from it before it ends.
    await session.close();
    if (hasCode(error, 'connection_pooled')) throw error;
    throw unreachable(error);
  }
}

async function connect(own: Knex, limitMs: number | undefined): Promise<Session> {
  try {
    const connection = await (own.client as KnexClient).acquireConnection();
    return new Session(own, connection, limitMs);
  } catch (error) {
    await own.destroy();
    throw unreachable(error);
  }
}

function unreachable(cause: unknown): WorkerSchedulesError {
  return new WorkerSchedulesError(
    'database_unavailable',
    'The database could not be reached for a session of its own.',
    {
      cause,
    },
  );
}

/**
 * A pooler announces a process id of its own making; two sessions behind it may share one backend, and then both "hold" a
 * lock. Asked before anything is set, so that no setting of ours stays behind on somebody else's backend.
 */
async function refusePooler(database: Queryable, announcedPid: number): Promise<void> {
  const backendPid = await readBackendPid(database);
  if (backendPid === announcedPid) return;
  throw new WorkerSchedulesError(
    'connection_pooled',
    'A connection pooler stands between this process and PostgreSQL, and a session of our own cannot be held through it. ' +
      'Pass the option `connection` with an address that reaches PostgreSQL directly.',
    { details: { announcedPid, backendPid } },
  );
}

const CLOSE_LIMIT_MS = 1000;

class Session implements HeldSession {
  readonly backendPid: number;
  readonly #own: Knex;
  readonly #connection: PostgresClient;
  readonly #limitMs: number | undefined;
  readonly #lost = new AbortController();
  readonly #statements: OneConnection;

  constructor(own: Knex, connection: PostgresClient, limitMs: number | undefined) {
    this.#own = own;
    this.#connection = connection;
    this.#limitMs = limitMs;
    this.#statements = new OneConnection(own.client as KnexClient, connection, (reason) => this.destroy(reason));
    this.backendPid = connection.processID;
    connection.on('error', (error) => this.#lose(`connection error: ${error.message}`));
    connection.on('end', () => this.#lose('connection ended'));
  }

  get lost(): AbortSignal {
    return this.#lost.signal;
  }

  async run<T>(work: (database: Queryable) => Promise<T>): Promise<T> {
    return await this.#limited(() => work(this.#statements));
  }

  async transaction<T, Opened>(
    work: (trx: Queryable, opened: Opened | undefined) => Promise<T>,
    opening?: string,
  ): Promise<T> {
    return await this.#limited(() => this.#statements.transaction(work, opening));
  }

  onNotification(callback: (channel: string) => void): void {
    this.#connection.on('notification', (message) => callback(message.channel));
  }

  destroy(reason: string): void {
    this.#lose(reason);
    this.#connection.connection.stream.destroy();
  }

  async close(): Promise<void> {
    this.#lose('closed');
    const cut = setTimeout(() => this.#connection.connection.stream.destroy(), CLOSE_LIMIT_MS);
    try {
      await (this.#own.client as KnexClient).releaseConnection(this.#connection);
      await this.#own.destroy();
    } finally {
      clearTimeout(cut);
    }
  }

  #startTimer(): NodeJS.Timeout | undefined {
    const limitMs = this.#limitMs;
    if (limitMs === undefined) return undefined;
    return setTimeout(() => this.destroy(`no answer within ${limitMs} ms`), limitMs);
  }

  #lose(reason: string): void {
    if (this.#lost.signal.aborted) return;
    this.#lost.abort(new WorkerSchedulesError('database_unavailable', `The session is gone: ${reason}.`));
  }

  /** A call that the server never answers must not hang its caller: the session is cut, which fails the call. */
  async #limited<T>(work: () => Promise<T>): Promise<T> {
    this.#lost.signal.throwIfAborted();
    const timer = this.#startTimer();
    let stopListening: () => void = () => undefined;
    const gone = new Promise<never>((_resolve, reject) => {
      const onLost = (): void => reject(this.#lost.signal.reason as Error);
      this.#lost.signal.addEventListener('abort', onLost, { once: true });
      stopListening = () => this.#lost.signal.removeEventListener('abort', onLost);
    });
    try {
      return await Promise.race([work(), gone]);
    } finally {
      clearTimeout(timer);
      stopListening();
    }
  }
}
