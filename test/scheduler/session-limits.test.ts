import { expect } from 'chai';
import { openHeldSession } from '../../lib/database/held-session.ts';
import { openLeaderSession } from '../../lib/database/leader-session.ts';
import { resolveNames } from '../../lib/database/names.ts';
import { readRow } from '../../lib/database/read-rows.ts';
import { startScheduler } from '../../lib/index.ts';
import { createTestDatabase, query, type TestDatabase } from '../support/databases.ts';

const SHOWN = `SELECT json_object_agg(name, setting)::text AS json FROM pg_settings
  WHERE source = 'session' AND name IN ('statement_timeout', 'idle_in_transaction_session_timeout', 'lock_timeout',
    'tcp_keepalives_idle', 'tcp_keepalives_interval', 'tcp_keepalives_count', 'tcp_user_timeout',
    'client_connection_check_interval', 'idle_session_timeout', 'synchronous_commit', 'TimeZone')`;

const COMMON = { lock_timeout: '200', synchronous_commit: 'on', TimeZone: 'UTC', tcp_keepalives_count: '3' };

/** What the server must say of a leader's session, times in milliseconds, keepalives in seconds. */
const EXPECTED = {
  default: {
    ...COMMON,
    statement_timeout: '12000',
    idle_in_transaction_session_timeout: '10000',
    tcp_keepalives_idle: '3',
    tcp_keepalives_interval: '2',
    tcp_user_timeout: '8000',
    client_connection_check_interval: '2000',
    idle_session_timeout: '10000',
  },
  tight: {
    ...COMMON,
    statement_timeout: '5500',
    idle_in_transaction_session_timeout: '4000',
    tcp_keepalives_idle: '2',
    tcp_keepalives_interval: '1',
    tcp_user_timeout: '4000',
    client_connection_check_interval: '500',
    idle_session_timeout: '4500',
  },
} as const;

describe("the limits of the leader's session", () => {
  let database: TestDatabase;
  before(async () => {
    database = await createTestDatabase();
  });
  after(() => database.drop());

  for (const takeover of ['default', 'tight'] as const) {
    it(`are set before it stands, as far as the server knows them: ${takeover}`, async () => {
      const session = await openLeaderSession(database.knex, { names: resolveNames(), name: 'limits', takeover });
      try {
        const known = await query<{ name: string }>(database, 'SELECT name FROM pg_settings');
        const names = new Set(known.map(({ name }) => name));
        const expected = Object.entries(EXPECTED[takeover]).filter(([name]) => names.has(name));
        const shown = await session.read((connection) => readRow<object>(connection, SHOWN));
        expect(shown).to.deep.equal(Object.fromEntries(expected));
      } finally {
        await session.close();
      }
    });
  }

  it('that a server does not know, or refuses, are left out, and the others hold', async () => {
    const session = await openHeldSession(database.knex, {
      applicationName: 'unknown settings',
      whereKnown: {
        no_such_setting_at_all: '1',
        statement_timeout: 'never',
        idle_in_transaction_session_timeout: '7s',
      },
      limitMs: 5000,
    });
    const shown = await session.run((connection) =>
      readRow<object>(
        connection,
        `SELECT json_build_array(current_setting('statement_timeout'),
           current_setting('idle_in_transaction_session_timeout'), current_setting('application_name'))::text AS json`,
      ),
    );
    await session.close();
    expect(shown).to.deep.equal(['0', '7s', 'unknown settings']);
  });

  it('leave no room for a long sleep between ticks when they are tight', async () => {
    const failure = await startScheduler(database.knex, { takeover: 'tight', idleSeconds: 3 }).catch(
      (error: unknown) => error,
    );
    expect(failure).to.include({ code: 'invalid_options' }).and.have.nested.property('fields[0].path', 'idleSeconds');
  });
});
