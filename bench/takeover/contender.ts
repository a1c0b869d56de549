import knexPackage from 'knex';
import { startScheduler } from '../../lib/index.ts';
import { monotonicMs } from './monotonic.ts';

/*
 * A scheduler in a process of its own, as CONTENDER and TAKEOVER say, that tells its parent when it stands by, leads and
 * enqueues.
 */
const nothing = (): void => undefined;
const knex = knexPackage({
  client: 'pg',
  connection: process.env['DATABASE_URL'] ?? '',
  pool: { min: 0, max: 2 },
  log: { debug: nothing, warn: nothing, error: nothing, deprecate: nothing },
});
const say = (event: string): void => void process.send?.({ event, at: monotonicMs() });

const scheduler = await startScheduler(knex, {
  name: process.env['CONTENDER'],
  takeover: process.env['TAKEOVER'] === 'tight' ? 'tight' : 'default',
});
say(scheduler.state);
for (const event of ['leading', 'standby', 'enqueued'] as const) scheduler.on(event, () => say(event));
