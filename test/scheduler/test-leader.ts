import type { Knex } from 'knex';
import { type LeaderSession, openLeaderSession } from '../../lib/database/leader-session.ts';
import { readRow } from '../../lib/database/read-rows.ts';
import { EventHub } from '../../lib/events.ts';
import { silentLogger } from '../../lib/logger.ts';
import { createLeading, type Leading } from '../../lib/scheduler/leading.ts';
import type { SchedulerEvents } from '../../lib/scheduler/scheduler-events.ts';
import { parseSchedulerOptions, type SchedulerOptions } from '../../lib/scheduler/scheduler-options.ts';
import { tick, type TickReport } from '../../lib/scheduler/tick.ts';
import type { TestDatabase } from '../support/databases.ts';

type Name = keyof SchedulerEvents;

/** A leader without a loop: the test says when it ticks. */
export interface TestLeader {
  readonly leading: Leading;
  /** Payloads of an event, oldest first. */
  told<N extends Name>(name: N): SchedulerEvents[N][];
  /** The next tick, as if every edit before it had been heard of. */
  tick(lastNow?: Date): Promise<TickReport>;
  /** Moves the process's own clock, which only ends deferrals. */
  pass(ms: number): void;
  close(): Promise<void>;
}

const EVENTS: readonly Name[] = [
  ...(['enqueued', 'skipped', 'failed', 'already-decided', 'deferred', 'poisoned', 'backlog'] as const),
  ...(['retried', 'retry-superseded', 'skipping', 'interrupted', 'healed', 'error', 'tick'] as const),
];

/** Builds a leader on any session: a real one, or one of the test's making. */
export function leaderOn(session: LeaderSession, options: SchedulerOptions = {}): TestLeader {
  const settings = parseSchedulerOptions({ random: () => 0.5, ...options });
  const events = new EventHub<SchedulerEvents>(silentLogger);
  const told = new Map<Name, unknown[]>(EVENTS.map((name) => [name, []]));
  for (const name of EVENTS) events.on(name, (payload) => void told.get(name)?.push(payload));
  let now = 0;
  const given = { session, settings, events };
  const leading = createLeading(given, { clock: () => now, onSettled: () => undefined });
  return {
    leading,
    told: <N extends Name>(name: N) => (told.get(name) ?? []) as SchedulerEvents[N][],
    tick: (lastNow) => {
      leading.dueBound.forget();
      return tick(leading, lastNow);
    },
    pass: (ms) => void (now += ms),
    close: () => session.close(),
  };
}

/** Takes the lead of a test database. */
export async function takeLead(database: TestDatabase, options: SchedulerOptions = {}): Promise<TestLeader> {
  const { names, name } = parseSchedulerOptions(options);
  const session = await openLeaderSession(database.knex, { names, name });
  if (!(await session.tryToLead())) throw new Error('Somebody else leads this test database');
  return leaderOn(session, options);
}

/** A session that believes it leads: what two leaders at once would be if the lock ever failed. */
export function unfencedSession(knex: Knex): LeaderSession {
  return {
    backendPid: 0,
    lost: new AbortController().signal,
    tryToLead: () => Promise.resolve(true),
    waitToLead: () => Promise.resolve(true),
    read: (work) => work(knex),
    write: (work) =>
      knex.transaction(async (trx) => {
        await trx.raw(`set local lock_timeout = '5s'`);
        const now = await readRow<string>(trx, 'select to_json(now())::text as json');
        return await work(trx, new Date(now ?? ''));
      }),
    listen: () => Promise.resolve(),
    destroy: () => undefined,
    close: () => Promise.resolve(),
  };
}
