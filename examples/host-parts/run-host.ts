import cluster from 'node:cluster';
import { say } from './console/say.ts';
import type { Host } from './host.ts';

/*
 * Behind the entry point of each host:
 *   main.ts             everything: this process forks the three roles and keeps them alive
 *   main.ts <role>      one role alone, as the Procfile starts it: web, scheduler or runner
 */

/** Each role imports its own code only: the API process never loads a worker. */
const roles: Readonly<Record<string, (host: Host) => Promise<void>>> = {
  web: async (host) => (await import('./roles/web.ts')).runWeb(host),
  scheduler: async ({ name }) => (await import('./roles/scheduler.ts')).runScheduler(name),
  runner: async ({ name }) => (await import('./roles/runner.ts')).runRunner(name),
};

/** Runs the role that the command line names, or all of them, until a signal ends it; says what makes it impossible. */
export function runHost(host: Host): void {
  run(host, process.argv[2])
    .catch((error: unknown) => {
      say('host', `cannot go on: ${error instanceof Error ? error.message : String(error)}`);
      process.exitCode = 1;
    })
    .finally(() => cluster.worker?.disconnect());
}

async function run(host: Host, role: string | undefined): Promise<void> {
  if (role === undefined) {
    await (await import('./processes/start-everything.ts')).startEverything(host.name);
    return;
  }
  const runRole = Object.hasOwn(roles, role) ? roles[role] : undefined;
  if (runRole === undefined)
    throw new Error(`There is no role "${role}": say web, scheduler or runner, or nothing for all.`);
  await runRole(host);
}
