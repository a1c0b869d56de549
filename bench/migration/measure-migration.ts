import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { Knex } from 'knex';
import { migrate, rollback } from '../../migrations/index.ts';
import { archiveNames as names } from '../../test/migrations/archive-host.ts';
import { LockWaits } from './lock-waits.ts';
import type { Latencies } from './traffic.ts';

/** What a host's statements went through during one phase. */
export interface Phase {
  readonly what: string;
  readonly tookMs: number;
  /** As the host saw them: with its own work, and whatever else kept the machine busy. */
  readonly latencies: Latencies;
  /** The longest wait for a lock because of the migration, as the server tells it. */
  readonly longestWaitMs: number;
}

/** The host alone, then during the migration, then during its way back; the ledger is there with its rows. */
export async function measureMigration(url: string, knex: Knex): Promise<Phase[]> {
  const host = fork(new URL('./traffic-process.ts', import.meta.url), {
    env: { ...process.env, DATABASE_URL: url },
    execArgv: ['--import', import.meta.resolve('ts-blank-space/register')],
  });
  const options = { names, patienceSeconds: 600 };
  try {
    return [
      await during({ what: 'the host alone', url, host }, () => pause(3000)),
      await during({ what: 'migrate', url, host }, () => migrate(knex, options)),
      await during({ what: 'rollback', url, host }, () => rollback(knex, options)),
    ];
  } finally {
    host.send('stop');
    await once(host, 'exit');
  }
}

interface Watched {
  readonly what: string;
  readonly url: string;
  readonly host: ChildProcess;
}

async function during({ what, url, host }: Watched, work: () => Promise<unknown>): Promise<Phase> {
  await take(host);
  const waits = new LockWaits(url);
  const began = performance.now();
  await work();
  const tookMs = performance.now() - began;
  // Statements under way count for the phase that kept them waiting.
  await pause(1000);
  return { what, tookMs, longestWaitMs: await waits.stop(), latencies: await take(host) };
}

async function take(host: ChildProcess): Promise<Latencies> {
  const answer = once(host, 'message');
  host.send('take');
  const [latencies] = (await answer) as [Latencies];
  return latencies;
}

/** The longest statement of a phase, of whatever kind. */
export function longestStatement({ latencies }: Phase): number {
  return Math.max(0, ...Object.values(latencies).map(({ longestMs }) => longestMs));
}
