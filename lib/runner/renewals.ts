import { isUnavailable } from '../database/postgres-errors.ts';
import type { Queryable } from '../database/read-rows.ts';
import { hasCode } from '../errors.ts';
import type { LeaseKey, LeaseState } from '../ledger/lease.ts';
import type { LedgerOptions } from '../ledger/ledger-options.ts';
import { renewLeases } from '../ledger/renew-leases.ts';
import type { Logger } from '../logger.ts';
import { BoundedCalls } from './bounded-calls.ts';
import { heartbeatMs } from './heartbeat.ts';

/** A lease that is renewed with the others of its runner. */
export interface Renewable {
  readonly key: LeaseKey;
  /** It was prolonged by a statement sent at `sentAt`, by performance.now(). */
  confirmed(state: LeaseState, sentAt: number): void;
}

export interface RenewalsParts {
  readonly database: Queryable;
  readonly ledger: LedgerOptions;
  readonly leaseSeconds: number;
  readonly logger: Logger;
}

/** Renews the leases of a runner together: one statement for all, when the first is due. */
export class Renewals {
  readonly #parts: RenewalsParts;
  readonly #members = new Set<Renewable>();
  readonly #calls = new BoundedCalls();
  #underWay: Promise<ReadonlySet<Renewable>> | undefined;

  constructor(parts: RenewalsParts) {
    this.#parts = parts;
  }

  join(member: Renewable): void {
    this.#members.add(member);
  }

  leave(member: Renewable): void {
    this.#members.delete(member);
  }

  /**
   * Renews every member's lease; whether this one's was. If not, its row is held by somebody, its lease is over, or one
   * of the others stood in the way: it is to be renewed alone. Throws when the database does not answer within a
   * heartbeat, so that a third of the lease is left for that too.
   */
  async renew(member: Renewable): Promise<boolean> {
    if (this.#members.size < 2) return false;
    this.#underWay ??= this.#renewAll().finally(() => (this.#underWay = undefined));
    return (await this.#underWay).has(member);
  }

  async #renewAll(): Promise<ReadonlySet<Renewable>> {
    const members = [...this.#members];
    const sentAt = performance.now();
    const states = await this.#ask(members.map(({ key }) => key));
    const renewed = new Set<Renewable>();
    for (const member of members) {
      const state = states.get(member.key.runId);
      if (state === undefined) continue;
      renewed.add(member);
      member.confirmed(state, sentAt);
    }
    return renewed;
  }

  /** A refusal concerns one row, of a host's trigger say: the others must not pay for it. */
  async #ask(keys: readonly LeaseKey[]): Promise<ReadonlyMap<string, LeaseState>> {
    const { database, ledger, leaseSeconds, logger } = this.#parts;
    try {
      const renew = (): ReturnType<typeof renewLeases> => renewLeases(database, { keys, leaseSeconds }, ledger);
      return await this.#calls.call(renew, { limitMs: heartbeatMs(leaseSeconds) });
    } catch (error) {
      if (hasCode(error, 'database_unavailable') || isUnavailable(error)) throw error;
      logger.debug('Leases could not be renewed together; each is renewed alone', { count: keys.length, error });
      return new Map();
    }
  }
}
