import { startScheduler } from '../../lib/index.ts';
import type { SchedulerEvents } from '../../lib/scheduler/scheduler-events.ts';
import { hostKnex } from '../support/host-knex.ts';

/**
 * A scheduler in a process of its own, for the tests that kill it. Tells its parent what happens, and ends in order when it
 * is told to; after that nothing but what it left behind can keep the process alive.
 */
const knex = hostKnex(process.env['DATABASE_URL'] ?? '');
const scheduler = await startScheduler(knex, {
  name: process.env['SCHEDULER_NAME'] ?? 'scheduler',
  takeover: process.env['SCHEDULER_TAKEOVER'] === 'tight' ? 'tight' : 'default',
  idleSeconds: 1,
});
const say = (event: string, payload: object = {}): void => void process.send?.({ event, ...payload });

const TOLD: readonly (keyof SchedulerEvents)[] = [
  'leading',
  'standby',
  'leadership-lost',
  'enqueued',
  'skipped',
  'status',
];
for (const event of TOLD) scheduler.on(event, (payload) => say(event, payload));
scheduler.on('error', ({ error, during }) => say('error', { during, message: String(error) }));
say('started', { state: scheduler.state, pid: process.pid });

process.once('message', () => void stop());

async function stop(): Promise<void> {
  await scheduler.stop();
  await knex.destroy();
  say('stopped', { state: scheduler.state });
  // Listening for the order kept the channel, and with it the process; now only what we left behind could.
  process.channel?.unref();
}
