import { startScheduler } from '../../lib/index.ts';
import { chaosCatalogue, resolveFromNowOn } from './catalogue.ts';
import { exhaustPool, hostKnex, insist } from './connection.ts';
import { say, sayWhatIsUnhandled } from './event-log.ts';
import { obey } from './orders.ts';

/** A scheduler as a host runs it, that says what it does. */
sayWhatIsUnhandled();
const knex = hostKnex();
const scheduler = await insist(() =>
  startScheduler(knex, {
    catalogue: chaosCatalogue(Number(process.env['CHAOS_WORKERS'])),
    name: process.env['CHAOS_MEMBER'],
    takeover: process.env['CHAOS_TAKEOVER'] === 'tight' ? 'tight' : 'default',
    resolveTimeoutSeconds: 2,
  }),
);
// Told before anybody can have listened.
if (scheduler.state === 'leading' || scheduler.state === 'standby') say(scheduler.state);
scheduler.on('leading', ({ backendPid }) => say('leading', { backendPid }));
for (const event of ['standby', 'leadership-lost', 'backlog', 'healed'] as const) {
  scheduler.on(event, (payload) => say(event, payload));
}
for (const event of ['deferred', 'already-decided', 'retry-superseded'] as const) {
  scheduler.on(event, ({ workerName }) => say(event, { workerName }));
}
scheduler.on('enqueued', ({ workerName, scheduledAt, runId }) => say('enqueued', { workerName, scheduledAt, runId }));
scheduler.on('tick', ({ now, decided, retried, interrupted }) => say('tick', { now, decided, retried, interrupted }));
scheduler.on('poisoned', ({ workerName, error }) => say('poisoned', { workerName, reason: String(error) }));
scheduler.on('error', ({ error, during }) => say('error', { during, reason: String(error) }));

obey({
  resolve: ({ how }) => resolveFromNowOn(how),
  'exhaust pool': ({ ms }) => exhaustPool(knex, ms),
  stop: () => void stop(),
});
process.send?.('ready');

async function stop(): Promise<void> {
  await scheduler.stop();
  await knex.destroy();
  say('stopped');
}
