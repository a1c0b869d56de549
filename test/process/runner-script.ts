import { hostKnex } from '../support/host-knex.ts';
import { startRunner } from '../../lib/runner/start-runner.ts';
import type { RunContext } from '../../lib/runner/worker-adapter.ts';
import { catalogue } from '../runner/runner-fixture.ts';

/*
 * A runner as a host starts it, for tests that kill or freeze it. It tells by messages what happens to it, and takes
 * "finish" (the running work ends well) and "stop" (the runner and the pool end; the process then ends by itself).
 */
const knex = hostKnex(process.env['DATABASE_URL'] ?? '');
let finish: () => void = () => undefined;

const walk = {
  run: (run: { readonly id: string }, { signal }: RunContext) =>
    new Promise<void>((resolve, reject) => {
      finish = resolve;
      if (process.env['OBEDIENT'] === 'yes') signal.addEventListener('abort', () => reject(signal.reason as Error));
      process.send?.({ working: run.id });
    }),
};

const runner = await startRunner(knex, {
  catalogue,
  workers: { walk },
  leaseSeconds: Number(process.env['LEASE_SECONDS'] ?? 30),
  pollSeconds: 0.1,
  graceSeconds: 0,
});
for (const name of ['succeeded', 'interrupted', 'lease-lost', 'outcome-dropped', 'unavailable', 'available'] as const) {
  runner.on(name, (payload) => process.send?.({ event: name, ...('run' in payload ? { runId: payload.run.id } : {}) }));
}

process.on('message', (message: { readonly say: 'finish' | 'stop' }) => {
  if (message.say === 'finish') finish();
  else void stop();
});
process.channel?.unref();

async function stop(): Promise<void> {
  await runner.stop();
  await knex.destroy();
  process.send?.({ stopped: true });
}

process.send?.({ started: runner.runnerId });
