import { setTimeout as pause } from 'node:timers/promises';
import type { Link } from '../../chaos/server/links.ts';
import type { Takeover } from '../../lib/database/session-limits.ts';
import { waitFor } from '../../test/support/wait-for.ts';
import type { Fault } from './faults.ts';
import { firstHeard, ForkedContender } from './forked-contender.ts';
import { type Stage, WORKER } from './stage.ts';

/** Milliseconds from a fault to the lead of another, and to the next run that was enqueued. */
export interface Measured {
  readonly lead: number;
  readonly enqueue: number;
}

export interface RoundParts {
  readonly stage: Stage;
  readonly fault: Fault;
  readonly takeover: Takeover;
  readonly link: Link | undefined;
}

const OF_SCHEDULERS = `application_name LIKE 'worker-schedules scheduler%'`;

/** Lets a leader lead and another stand by, strikes, and measures until the occurrence that is due has become a run. */
export async function measureRound({ stage, fault, takeover, link }: RoundParts): Promise<Measured> {
  const near = { url: stage.server.url(), takeover, enter: [] };
  const far = link === undefined ? near : { url: stage.server.url(link.address), takeover, enter: link.enter };
  const leader = new ForkedContender({ ...far, name: 'leader' });
  const contenders = [leader];
  let struck = false;
  try {
    await firstHeard([leader], 'leading');
    const standby = new ForkedContender({ ...near, name: 'standby' });
    contenders.push(standby);
    await firstHeard([standby], 'standby');
    const scene = { stage, leader, link };
    // At any moment of the leader's rest.
    await pause(Math.random() * 1500);
    await fault.prepare(scene);
    await stage.knex.raw('UPDATE worker_schedules SET next_run_at = now() WHERE worker_name = ?', [WORKER]);
    const { gone, counted } = await fault.strike(scene);
    struck = true;
    const heard = async (event: string): Promise<number> =>
      Math.max(0, (await firstHeard(contenders, event, gone)) - counted);
    return { lead: await heard('leading'), enqueue: await heard('enqueued') };
  } finally {
    if (struck) link?.mend();
    await Promise.all(contenders.map((contender) => contender.end()));
    await clear(stage);
  }
}

/** Ends what the server still holds of them, and frees the slot. */
async function clear({ knex }: Stage): Promise<void> {
  await knex.raw(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE ${OF_SCHEDULERS}`);
  const left = `SELECT 1 FROM pg_stat_activity WHERE ${OF_SCHEDULERS}`;
  await waitFor(async () => (await knex.raw<{ rows: object[] }>(left)).rows.length === 0, {
    what: 'no session of ours',
  });
  await knex.raw('TRUNCATE worker_runs');
}
