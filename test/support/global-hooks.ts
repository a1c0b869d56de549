import { dropEverything, dropRun } from './databases.ts';
import { isMapped } from './mapped/layout.ts';
import { endTally } from './mapped/tally.ts';
import { killEverything } from './processes.ts';
import { endRun, givenUrl, nameRun } from './server.ts';

/** Runs once, in mocha's main process. */
export function mochaGlobalSetup(): void {
  nameRun();
}

/** Runs once, in mocha's main process, after the workers have ended. */
export async function mochaGlobalTeardown(): Promise<void> {
  const given = givenUrl();
  if (given !== undefined) await dropRun(given);
  await endRun();
  const tally = endTally();
  if (isMapped) console.log(tally);
}

function fail(reason: unknown): never {
  throw reason instanceof Error ? reason : new Error(`Unhandled rejection: ${String(reason)}`);
}

/** Run around every test file, also in mocha's workers. */
export const mochaHooks = {
  beforeAll(): void {
    // Mocha lets an unhandled rejection pass when nobody else listens, and its workers forget listeners after each file.
    if (!process.listeners('unhandledRejection').includes(fail)) process.prependListener('unhandledRejection', fail);
  },
  async afterAll(): Promise<void> {
    await killEverything();
    await dropEverything();
  },
};
