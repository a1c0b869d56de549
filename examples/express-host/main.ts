import cluster from 'node:cluster';
import { say } from './say.ts';

/*
 * The host's one entry point:
 *   main.ts             everything: this process forks the three roles and keeps them alive
 *   main.ts <role>      one role alone, as the Procfile starts it: web, scheduler or runner
 */

/** Each role imports its own code only: the API process never loads a worker. */
const roles: Readonly<Record<string, () => Promise<void>>> = {
  web: async () => (await import('./roles/web.ts')).runWeb(),
  scheduler: async () => (await import('./roles/scheduler.ts')).runScheduler(),
  runner: async () => (await import('./roles/runner.ts')).runRunner(),
};

async function main(role: string | undefined): Promise<void> {
  if (role === undefined) {
    await (await import('./start-everything.ts')).startEverything();
    return;
  }
  const run = Object.hasOwn(roles, role) ? roles[role] : undefined;
  if (run === undefined)
    throw new Error(`There is no role "${role}": say web, scheduler or runner, or nothing for all.`);
  await run();
}

main(process.argv[2])
  .catch((error: unknown) => {
    say('host', `cannot go on: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  })
  .finally(() => cluster.worker?.disconnect());
