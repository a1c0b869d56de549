import knexModule, { type Knex } from 'knex';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, say } from './event-log.ts';

const nothing = (): void => undefined;

/** The knex of this process's host; knex would print each failed connection. */
export function hostKnex(): Knex {
  const connection = {
    connectionString: process.env['DATABASE_URL'] ?? '',
    application_name: `chaos ${process.env['CHAOS_MEMBER'] ?? ''}`,
  };
  return knexModule({
    client: 'pg',
    connection,
    pool: { min: 0, max: 10 },
    acquireConnectionTimeout: 4000,
    log: { debug: nothing, warn: nothing, error: nothing, deprecate: nothing },
  });
}

/** Starts again and again until it works, as a supervisor would: the database may be away. */
export async function insist<T>(start: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await start();
    } catch (error) {
      say('start failed', { reason: describe(error) });
      await pause(300);
    }
  }
}

/** Takes every connection of the pool and keeps it for a while. */
export function exhaustPool(knex: Knex, ms: number): void {
  for (let taken = 0; taken < 10; taken += 1) {
    void knex
      .transaction(async (trx) => {
        await trx.raw('SELECT 1');
        await pause(ms);
      })
      .catch((error: unknown) => say('pool', { reason: describe(error) }));
  }
}
