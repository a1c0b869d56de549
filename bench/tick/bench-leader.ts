import type { Knex } from 'knex';
import { openLeaderSession } from '../../lib/database/leader-session.ts';
import { EventHub } from '../../lib/events.ts';
import { silentLogger } from '../../lib/logger.ts';
import { DueBound } from '../../lib/scheduler/due-bound.ts';
import { Holdback } from '../../lib/scheduler/holdback.ts';
import type { Leading } from '../../lib/scheduler/leading.ts';
import { makeResolvers } from '../../lib/scheduler/make-resolvers.ts';
import type { SchedulerEvents } from '../../lib/scheduler/scheduler-events.ts';
import { parseSchedulerOptions, type SchedulerOptions } from '../../lib/scheduler/scheduler-options.ts';
import { SkipCounter } from '../../lib/scheduler/skip-counter.ts';

/** A leader without a loop, as the scheduler would make it. */
export async function takeLead(knex: Knex, options: SchedulerOptions = {}): Promise<Leading> {
  const settings = parseSchedulerOptions(options);
  const session = await openLeaderSession(knex, settings);
  if (!(await session.tryToLead())) throw new Error('Somebody else leads the database of the benchmark');
  return {
    ...{ session, settings },
    events: new EventHub<SchedulerEvents>(silentLogger),
    holdback: new Holdback(() => performance.now()),
    dueBound: new DueBound(() => performance.now()),
    skips: new SkipCounter(),
    ...makeResolvers(settings, () => undefined),
  };
}
