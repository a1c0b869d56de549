import { type Run, type RunContext, startRunner } from '../../lib/index.ts';
import { type Work, workerNames } from '../plan/population.ts';
import { chaosCatalogue } from './catalogue.ts';
import { exhaustPool, hostKnex, insist } from './connection.ts';
import { say, sayWhatIsUnhandled } from './event-log.ts';
import { obey } from './orders.ts';
import { LEASE_SECONDS, work } from './works.ts';

/** A runner as a host runs it, for every worker, that says how its runs ended. */
sayWhatIsUnhandled();
const knex = hostKnex();
const count = Number(process.env['CHAOS_WORKERS']);
const adapter = {
  run: ({ request }: Run<{ readonly work: Work }>, context: RunContext) => work(request.work, context),
};
const runner = await insist(() =>
  startRunner(knex, {
    catalogue: chaosCatalogue(count),
    workers: Object.fromEntries(workerNames(count).map((name) => [name, adapter])),
    concurrency: 40,
    leaseSeconds: LEASE_SECONDS,
    graceSeconds: 1,
  }),
);
for (const event of ['succeeded', 'failed', 'interrupted', 'cancelled', 'lease-lost', 'outcome-dropped'] as const) {
  runner.on(event, ({ run }) => say(event, { runId: run.id, status: run.status }));
}

obey({ 'exhaust pool': ({ ms }) => exhaustPool(knex, ms), stop: () => void stop() });
process.send?.('ready');

async function stop(): Promise<void> {
  await runner.stop();
  await knex.destroy();
  say('stopped');
}
