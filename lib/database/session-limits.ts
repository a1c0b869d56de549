/**
 * How soon a leader that is cut off, frozen or hung is given up: `default` within about 12 s, `tight` within about 5 s, at
 * the price of giving up a leader that only stalled.
 */
export type Takeover = 'default' | 'tight';

/** The limits of the leader's session in PostgreSQL, and of each call in this process. */
export interface SessionLimits {
  /** Settings that every supported server knows. */
  readonly settings: Readonly<Record<string, string>>;
  /** Settings of newer servers or of some platforms only; left out where they are not known. */
  readonly whereKnown: Readonly<Record<string, string>>;
  /** Longest time that one transaction or query may take before this side gives the session up, in milliseconds. */
  readonly callMs: number;
  /** The longest sleep between two ticks that the limits leave room for, in seconds. */
  readonly mostIdleSeconds: number;
}

/**
 * Each of them ends what the others miss. Keepalives: a peer that is gone while nothing is under way. tcp_user_timeout: an
 * answer that nobody acknowledges, during which keepalives rest. client_connection_check_interval: a statement that runs
 * for a client whose connection has ended. idle_session_timeout: a process that hangs while its kernel goes on answering.
 * The two limits on statements and open transactions: the same in mid-work; that on statements comes after keepalives and
 * the check have had their time, for its error is one more answer that nobody acknowledges. They are set before the session
 * waits for the lock, so that they hold from its first moment as leader.
 */
const LIMITS: Readonly<Record<Takeover, SessionLimits>> = {
  default: {
    settings: {
      statement_timeout: '12s',
      idle_in_transaction_session_timeout: '10s',
      tcp_keepalives_idle: '3',
      tcp_keepalives_interval: '2',
      tcp_keepalives_count: '3',
    },
    whereKnown: { tcp_user_timeout: '8s', client_connection_check_interval: '2s', idle_session_timeout: '10s' },
    callMs: 15_000,
    mostIdleSeconds: 5,
  },
  tight: {
    settings: {
      statement_timeout: '5500ms',
      idle_in_transaction_session_timeout: '4s',
      tcp_keepalives_idle: '2',
      tcp_keepalives_interval: '1',
      tcp_keepalives_count: '3',
    },
    whereKnown: { tcp_user_timeout: '4s', client_connection_check_interval: '500ms', idle_session_timeout: '4500ms' },
    callMs: 6000,
    mostIdleSeconds: 2,
  },
};

/** The limits of a profile. */
export function sessionLimits(takeover: Takeover): SessionLimits {
  return LIMITS[takeover];
}
