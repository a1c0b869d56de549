import type { Knex } from 'knex';
import { openLeaderSession } from '../../lib/database/leader-session.ts';
import { EventHub } from '../../lib/events.ts';
import { silentLogger } from '../../lib/logger.ts';
import { createLeading, type Leading } from '../../lib/scheduler/leading.ts';
import { rehearse } from '../../lib/scheduler/rehearse.ts';
import type { SchedulerEvents } from '../../lib/scheduler/scheduler-events.ts';
import { parseSchedulerOptions, type SchedulerOptions } from '../../lib/scheduler/scheduler-options.ts';

/** A leader without a loop, as the scheduler would make it, rehearsed. */
export async function takeLead(knex: Knex, options: SchedulerOptions = {}): Promise<Leading> {
  const settings = parseSchedulerOptions(options);
  const session = await openLeaderSession(knex, settings);
  if (!(await session.tryToLead())) throw new Error('Somebody else leads the database of the benchmark');
  const events = new EventHub<SchedulerEvents>(silentLogger);
  const moments = { clock: () => performance.now(), onSettled: () => undefined };
  const leading = createLeading({ session, settings, events }, moments);
  await rehearse(leading);
  return leading;
}
