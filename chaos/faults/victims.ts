import type { Member } from '../crew/member.ts';
import type { PlannedFault } from '../plan/plan-faults.ts';
import { ask } from '../server/ask.ts';
import { NotApplied, type Scene } from './scene.ts';

/** The process that a fault strikes, and whether it leads. */
export interface Struck {
  readonly member: Member;
  readonly leads: boolean;
}

/** How a scheduler of the crew is called in the state row and in pg_stat_activity. */
export async function leaderName({ server }: Scene): Promise<string | undefined> {
  const rows = await ask<{ name: string }>(
    server.url(),
    `SELECT replace(a.application_name, 'worker-schedules scheduler ', '') AS name
       FROM pg_locks l JOIN pg_stat_activity a USING (pid)
      WHERE l.locktype = 'advisory' AND l.granted AND a.application_name LIKE 'worker-schedules scheduler %'`,
  ).catch(() => []);
  return rows[0]?.name;
}

/** Finds whom the fault strikes. Throws `NotApplied` when there is nobody. */
export async function chooseMember(scene: Scene, { victim, chance }: PlannedFault): Promise<Struck> {
  const leader = await leaderName(scene);
  const role = victim === 'any runner' ? 'runner' : victim === 'api' || victim === 'host' ? victim : 'scheduler';
  const members = scene.crew.of(role).filter(({ isUp }) => isUp);
  const wanted = victim === 'leader' ? members.filter(({ spec }) => spec.name === leader) : members;
  const member = wanted[Math.floor(chance * wanted.length)];
  if (member === undefined) throw new NotApplied('there is no such process now');
  return { member, leads: member.spec.name === leader };
}
