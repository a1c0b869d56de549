import { startRunner, startScheduler } from '../../lib/index.ts';
import { migrate } from '../../migrations/index.ts';
import { catalogue } from '../runner/runner-fixture.ts';
import { hostKnex } from '../support/host-knex.ts';

/** The whole life of a host in one process: migrate, start, one tick, stop. Nothing may keep the process alive then. */
const knex = hostKnex(process.env['DATABASE_URL'] ?? '');
await migrate(knex);
const scheduler = await startScheduler(knex, { catalogue });
const runner = await startRunner(knex, { catalogue, workers: { walk: { run: () => Promise.resolve() } } });
await new Promise((resolve) => scheduler.on('tick', resolve));
await Promise.all([scheduler.stop(), runner.stop()]);
await knex.destroy();
process.send?.('stopped');
